import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import type { Application } from '#features/applications/shared/application.ts';
import { type ApplicationState } from '#features/applications/shared/steps.ts';
import { affiliateType } from '#domain/roles.ts';
import type { ErrorBody } from '#platform/shared/errors.ts';
import { isoDay } from './certifications-testing.ts';
import { emailOf, demoAffiliateIds, type DemoPersonName } from './demo-people-testing.ts';
import type { TestPortal } from './portal-testing.ts';

export const drawnStrokes = [[20, 100, 80, 40, 140, 150, 200, 60, 260, 140, 320, 80, 380, 120, 440, 90]];
export const drawnSignature = { method: 'drawn', strokes: drawnStrokes, isAcknowledged: true } as const;
const exerciseIds = ['swim_400', 'tread_15', 'snorkel_800', 'tow_100', 'equipment_exchange'];
export const exerciseScores = (score: number, isConfirmed = false) =>
  Object.fromEntries(exerciseIds.map((id) => [id, { score, isConfirmed }]));

/** People besides the demo's: another instructor, an inactive instructor and another staff member. */
const otherPeople = {
  otherInstructor: { id: 499_001, type: affiliateType.instructor, member: 990_001, status: 'Active' },
  formerInstructor: { id: 499_002, type: affiliateType.instructor, member: 990_002, status: 'Inactive' },
  otherStaff: { id: 499_003, type: affiliateType.staff, member: null, status: null },
} as const;
export type ApplicationPersonName = DemoPersonName | keyof typeof otherPeople;
export const memberNumbers = { instructor: 100_001, otherInstructor: 990_001, formerInstructor: 990_002 };
export const affiliateIdOf = (person: ApplicationPersonName): number =>
  person in otherPeople ? otherPeople[person as 'otherStaff'].id : demoAffiliateIds[person as DemoPersonName];

/** Requests for applications. The applicant is the candidate by default. */
export function createApplicationsFixture(portal: TestPortal) {
  const { pool } = portal.services.database;
  const { app, headersOf } = portal;
  const mailOf = (person: ApplicationPersonName | null) =>
    person !== null && person in otherPeople ? `${person}@applications.test` : emailOf(person as DemoPersonName | null);

  async function call<Body = Application>(
    as: ApplicationPersonName | null,
    method: InjectOptions['method'],
    path: string,
    payload?: unknown,
  ) {
    const answer = await app.inject({
      method: method ?? 'GET',
      url: `/api/applications/Applications${path}`,
      headers: await headersOf(mailOf(as)),
      ...(payload === undefined ? {} : { payload: payload as object }),
    });
    const isJson = String(answer.headers['content-type']).includes('json');
    const body = (isJson ? answer.json() : null) as Body & ErrorBody;
    const errors = (body?.errors ?? []).map(({ code, path: at }) => [code, at].filter(Boolean).join(' '));
    return { status: answer.statusCode, answer, body, errors };
  }

  const rows = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
    (await pool.query(text, values)).rows as Row[];

  const read = async (id: number, as: ApplicationPersonName = 'candidate') =>
    (
      await call(
        as,
        'GET',
        `/${id}?${['Applicant', 'Instructor', 'Store'].map((part) => `expand${part}=true`).join('&')}`,
      )
    ).body;

  const put = async (id: number, values: object, as: ApplicationPersonName = 'candidate') =>
    call(as, 'PUT', `/${id}`, { version: (await read(id, as)).version, ...values });

  /** Runs a step on the current version of the application. */
  const step = async (as: ApplicationPersonName, id: number, name: string, values: object = {}) => {
    const [row] = await rows<{ version: number }>('select version from application where id = $1', [id]);
    const version = ['withdraw', 'open', 'undo'].includes(name) ? {} : { version: row?.version };
    const signed = name.startsWith('submit-to') ? { signature: drawnSignature } : {};
    return call(as, 'POST', `/${id}/${name}`, { key: randomUUID(), ...version, ...signed, ...values });
  };

  const begin = async (as: ApplicationPersonName = 'candidate', typeId = 1) =>
    (await call<{ id: number }>(as, 'POST', '', { typeId })).body.id;

  const certifyFor = async (levelID: number, person: ApplicationPersonName = 'candidate', certDate = '2025-03-02') => {
    const [card] = await rows<{ id: number }>(
      `insert into certification (affiliate_id, level_id, cert_date, office) values ($1, $2, $3, 'Leith')
       returning license_id as id`,
      [affiliateIdOf(person), levelID, certDate],
    );
    return Number(card?.id);
  };

  /** Inserts logged dives and one verified dive of each kind. */
  const dive = async (count: number, kinds: readonly string[] = [], person: ApplicationPersonName = 'candidate') => {
    const common = `dive_title, dive_location, dive_date, dive_type, max_depth_m, bottom_time_min`;
    const values = `'A dive', 'Kelder Reef', '2026-06-14', 'Shore', 18, 40`;
    await pool.query(
      `insert into dive_log (affiliate_id, log_type, status, ${common})
       select $1, 'Recreational', 'Logged', ${values} from generate_series(1, $2)`,
      [affiliateIdOf(person), count],
    );
    await pool.query(
      `insert into dive_log (affiliate_id, log_type, status, log_course, adventure_dive, skills, memsys_member_number,
         verified_at, verified_by, ${common})
       select $1, 'Training', 'Verified', 'advanced', kind, '{x}', 100001, now(), $3, ${values} from unnest($2::text[]) kind`,
      [affiliateIdOf(person), kinds, demoAffiliateIds.instructor],
    );
  };

  /** Inserts a physician's decision about a medical form. */
  const examine = async (
    on: string,
    decision: 'approved' | 'refused' = 'approved',
    person: ApplicationPersonName = 'candidate',
  ) => {
    const record = randomUUID();
    await pool.query(
      `insert into form_record (affiliate_id, id, packet, region, locale, versions, is_minor, sealed_key, sealed_content,
         signed_at, valid_until, keep_until, medical_status, medical_changed_at)
       values ($1, $2, 'medical', 'EU', 'en-US', '{}', false, 'x', 'x', $3, '2100-01-01', '2100-01-01', $4, $3)`,
      [affiliateIdOf(person), record, on, decision],
    );
    await pool.query(
      `insert into form_evaluation (affiliate_id, record_id, id, way, decision, sealed_key, sealed_content, decided_at)
       values ($1, $2, gen_random_uuid(), 'link', $3, 'x', 'x', $4::date + time '12:00')`,
      [affiliateIdOf(person), record, decision, on],
    );
  };

  /** Meets all requirements except the instructor's confirmation of the exercises. */
  const fill = async (id: number, values: object = {}) => {
    const [advanced, rescue] = [await certifyFor(30), await certifyFor(40, 'candidate', '2025-06-02')];
    await dive(57, ['night', 'deep', 'navigation']);
    await examine(isoDay(-30));
    return put(id, {
      memberNumber: memberNumbers.instructor,
      storeNumber: 20_001,
      certificationCards: { advanced: { licenseID: advanced }, rescue: { licenseID: rescue } },
      firstAid: { date: isoDay(-100), provider: 'Red Cross', isElsewhere: false },
      exercises: exerciseScores(4),
      statement: 'I would like to lead dives.',
      ...values,
    });
  };

  const confirm = (id: number) => put(id, { exercises: exerciseScores(4, true) }, 'instructor');

  /** A complete application of the candidate, moved to the state by API requests. */
  const createInState = async (to: Exclude<ApplicationState, 'Completed'>): Promise<number> => {
    const id = await begin();
    await fill(id);
    const stepsByState: Record<typeof to, (() => Promise<unknown>)[]> = {
      Draft: [],
      SubmittedToInstructor: [submit],
      MemberReview: [submit, open],
      Returned: [submit, open, sendBack],
      SubmittedToAssociation: [submit, open, () => confirm(id), send],
      PaymentDue: [submit, open, () => confirm(id), send, () => step('staff', id, 'approve')],
      Rejected: [submit, open, () => confirm(id), send, () => step('staff', id, 'reject', { note: 'Not now.' })],
    };
    for (const runStep of stepsByState[to]) await runStep();
    const { state } = await read(id);
    if (state !== to) throw new Error(`application is in state ${state}, expected ${to}`);
    return id;

    function submit() {
      return step('candidate', id, 'submit-to-member');
    }
    function open() {
      return step('instructor', id, 'open');
    }
    function sendBack() {
      return step('instructor', id, 'return', { reasons: [{ field: 'dives', reason: 'Log the one of May.' }] });
    }
    function send() {
      return step('instructor', id, 'submit-to-association');
    }
  };

  /** Deletes all applications and the candidate's cards and dives, and adds the other people. */
  const clear = async () => {
    await pool.query(`delete from application; delete from notification; delete from mail_outbox`);
    for (const table of ['certification', 'dive_photo', 'dive_log', 'form_evaluation', 'form_record'])
      await pool.query(`delete from ${table} where affiliate_id = any($1)`, [
        [demoAffiliateIds.candidate, demoAffiliateIds.diver],
      ]);
    await pool.query(`update person set member_status = 'Active' where affiliate_id = $1`, [
      demoAffiliateIds.instructor,
    ]);
    for (const [name, { id, type, member, status }] of Object.entries(otherPeople))
      await pool.query(
        `insert into person (affiliate_id, sub, email, given_name, family_name, affiliate_type_id, member_number,
           member_status, email_verified_at)
         values ($1, $2, $3, 'Noor', 'Haddad', $4, $5, $6, now()) on conflict do nothing`,
        [id, `other-${id}`, `${name}@applications.test`, type, member, status],
      );
  };

  return { call, rows, read, put, step, begin, certifyFor, dive, examine, fill, confirm, createInState, clear };
}
