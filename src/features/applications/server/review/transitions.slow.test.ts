import { canTakeStep, isStepRole } from '#features/applications/shared/policy.ts';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ApplicationPersonName,
  createApplicationsFixture,
  affiliateIdOf,
  exerciseScores,
} from '#test/support/api/applications-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import {
  type Action,
  type ApplicationState,
  applicationStates,
  findStep,
} from '#features/applications/shared/steps.ts';

const portal = await testPortal();
const { rows, step, begin, fill, clear, certifyFor } = createApplicationsFixture(portal);

/** Everyone who might call the endpoint, with their role in the application. */
const roles = {
  candidate: 'applicant',
  instructor: 'instructor',
  store: 'store',
  staff: 'staff',
  otherInstructor: null,
  diver: null,
} as const satisfies Partial<Record<ApplicationPersonName, string | null>>;
type Caller = keyof typeof roles;

/** Each endpoint with its step and the account types with access. */
const calls: Record<string, { action: (as: Caller) => Action; allowedFor: readonly Caller[] }> = {
  'submit-to-member': { action: () => 'submit', allowedFor: Object.keys(roles) as Caller[] },
  withdraw: { action: () => 'withdraw', allowedFor: Object.keys(roles) as Caller[] },
  open: { action: () => 'open', allowedFor: ['instructor', 'otherInstructor', 'store'] },
  return: {
    action: (as) => (as === 'staff' ? 'send_back' : 'return'),
    allowedFor: ['instructor', 'otherInstructor', 'store', 'staff'],
  },
  'submit-to-association': { action: () => 'send', allowedFor: ['instructor', 'otherInstructor'] },
  approve: { action: () => 'approve', allowedFor: ['staff'] },
  reject: { action: () => 'reject', allowedFor: ['staff'] },
  undo: { action: () => 'undo', allowedFor: ['staff'] },
};

/** A repeat by the person whose turn it was succeeds without a change. */
const repeated: Partial<Record<Action, readonly ApplicationState[]>> = {
  submit: ['SubmittedToInstructor', 'MemberReview'],
  open: ['MemberReview'],
  send: ['SubmittedToAssociation'],
};

function expected(name: string, as: Caller, state: ApplicationState): string {
  const { action: actionOf, allowedFor } = calls[name] ?? { action: () => 'undo' as const, allowedFor: [] };
  const action = actionOf(as);
  const role = roles[as];
  if (!allowedFor.includes(as)) return 'access.denied';
  if (role === null || (state === 'Draft' && role !== 'applicant')) return 'not_found';
  if (canTakeStep(action, role, state)) return findStep(action).to;
  if (isStepRole(action, role) && repeated[action]?.includes(state)) return state;
  return action === 'undo' ? 'applications.too_late' : 'applications.out_of_turn';
}

let id = 0;
let licenseID = 0;
beforeAll(async () => {
  await clear();
  id = await begin();
  await fill(id);
  licenseID = await certifyFor(57);
});

/** Puts the complete application into a state; desk states were decided by the calling clerk. */
async function put(state: ApplicationState, decided: string): Promise<void> {
  await rows('delete from application_signature');
  await rows('delete from application_step');
  await rows(
    `update application set state = $2, instructor_id = $3, exercises = $4::jsonb, reasons = '[]', sent_at = now(),
       updated_at = date_trunc('milliseconds', now()),
       fee_minor = case when $2 in ('PaymentDue', 'Completed') then 18200 end, currency = 'USD',
       license_id = case when $2 = 'Completed' then $5::bigint end
     where id = $1`,
    [id, state, affiliateIdOf('instructor'), JSON.stringify(exerciseScores(4, true)), licenseID],
  );
  const action = { Returned: 'send_back', PaymentDue: 'approve', Rejected: 'reject' }[state as string];
  if (action === undefined) return;
  await rows(
    `insert into application_step (affiliate_id, application_id, id, action, from_state, to_state, by_id, by_role, at)
     select $1, $2, $3, $4, 'SubmittedToAssociation', $5, $6, 'staff', updated_at from application where id = $2`,
    [affiliateIdOf('candidate'), id, decided, action, state, affiliateIdOf('staff')],
  );
}

const contents = async () =>
  rows(`select to_jsonb(a) as application, (select count(*) from application_step) as steps,
    (select count(*) from application_signature) as signatures from application a`);

const input: Record<string, object> = { return: { reasons: [{ field: 'dives', reason: 'x' }] }, reject: { note: 'x' } };

const isState = (outcome: string) => applicationStates.some((state) => state === outcome);

describe('every step', () => {
  const names = Object.keys(calls);
  const callers = Object.keys(roles) as Caller[];
  const cases = names.flatMap((name) =>
    callers.flatMap((as) =>
      applicationStates.map((state) => ({ name, as, state, outcome: expected(name, as, state) })),
    ),
  );
  const taken = cases.filter(({ state, outcome }) => isState(outcome) && outcome !== state);
  const unchanged = cases.filter(({ state, outcome }) => !isState(outcome) || outcome === state);

  /** Runs one case and returns the content before it. */
  async function tryOne({ name, as, state }: (typeof cases)[number]) {
    const decided = randomUUID();
    await put(state, decided);
    const before = await contents();
    return { before, ...(await step(as, id, name, name === 'undo' ? { of: decided } : input[name])) };
  }

  it('covers every outcome', () => {
    const errors = ['access.denied', 'not_found', 'applications.out_of_turn', 'applications.too_late'];
    const reached = applicationStates.filter((state) => state !== 'Completed');
    expect(new Set(cases.map(({ outcome }) => outcome))).toEqual(new Set([...errors, ...reached]));
    expect([taken.length, unchanged.length]).toEqual([15, 369]);
  });

  it.each(taken)('$name by $as moves an application in state $state to $outcome', async (one) => {
    const { name, as, state, outcome } = one;
    const { errors, body } = await tryOne(one);
    expect([errors, body.state]).toEqual([[], outcome]);
    const action = calls[name]?.action(as);
    expect(
      await rows('select action, from_state, to_state, by_id from application_step order by seq desc limit 1'),
    ).toEqual([{ action, from_state: state, to_state: outcome, by_id: affiliateIdOf(as) }]);
    const [audited] = await rows(
      `select action, actor_affiliate_id as by, data->>'to' as to from audit_entry
       where subject = $1 order by seq desc limit 1`,
      [`application:${id}`],
    );
    expect(audited).toEqual({ action: `application.${action}`, by: affiliateIdOf(as), to: outcome });
  });

  it.each(unchanged)('$name by $as changes nothing in state $state: $outcome', async (one) => {
    const { errors, before } = await tryOne(one);
    expect(errors).toEqual(isState(one.outcome) ? [] : [one.outcome]);
    expect(await contents()).toEqual(before);
  });
});
