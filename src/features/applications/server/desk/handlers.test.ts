import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApplicationsFixture } from '#test/support/api/applications-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { undoWindowMs } from '#features/applications/shared/steps.ts';

const portal = await testPortal();
const { call, rows, read, put, step, begin, createInState, clear, certifyFor } = createApplicationsFixture(portal);

beforeEach(clear);

const stored = async (id: number) =>
  (
    await rows<{ row: Record<string, unknown> }>(
      `select to_jsonb(a) || jsonb_build_object('steps', (select count(*) from application_step)) as row
       from application a where id = $1`,
      [id],
    )
  )[0]?.row;

describe('deciding at the desk', () => {
  it('approves and makes the fee of that day due', async () => {
    const id = await createInState('SubmittedToAssociation');
    const { body } = await step('staff', id, 'approve');
    expect(body).toMatchObject({ state: 'PaymentDue', role: 'staff', fee: { amountMinor: 18_200, currency: 'USD' } });
    expect(await stored(id)).toMatchObject({ fee_minor: 18_200, currency: 'USD' });
  });

  it('rejects approval of an incomplete application or one the applicant holds', async () => {
    const id = await createInState('SubmittedToAssociation');
    await rows("update certification set revoked_at = now(), revoked_reason = 'x' where level_id = 40");
    const before = await stored(id);
    expect((await step('staff', id, 'approve')).errors).toEqual(['applications.incomplete card_rescue']);
    expect(await stored(id)).toEqual(before);
    await rows('update certification set revoked_at = null, revoked_reason = null where level_id = 40');
    await certifyFor(70);
    expect((await step('staff', id, 'approve')).errors).toEqual(['applications.has_level']);
    expect(await stored(id)).toEqual(before);
  });

  it('returns it to the applicant with reasons, and it passes the instructor again', async () => {
    const id = await createInState('SubmittedToAssociation');
    const reasons = [{ field: 'card_rescue', reason: 'The number cannot be read.' }];
    const { body } = await step('staff', id, 'return', { reasons });
    expect(body).toMatchObject({ state: 'Returned', reasons });
    expect((await read(id)).steps.at(-1)).toMatchObject({
      action: 'send_back',
      byRole: 'staff',
      byName: null,
      reasons,
    });
    expect((await step('candidate', id, 'submit-to-member')).body.state).toBe('SubmittedToInstructor');
    expect((await step('staff', id, 'approve')).errors).toEqual(['applications.out_of_turn']);
  });

  it('rejects it with a reason, and requires one', async () => {
    const id = await createInState('SubmittedToAssociation');
    expect((await step('staff', id, 'reject', { note: ' ' })).errors).toEqual(['request.invalid note']);
    const { body } = await step('staff', id, 'reject', { note: 'The teaching status was lost.' });
    expect([body.state, body.steps.at(-1)?.note]).toEqual(['Rejected', 'The teaching status was lost.']);
  });

  it('decides once when two clerks decide at the same moment', async () => {
    const id = await createInState('SubmittedToAssociation');
    const answers = await Promise.all([step('staff', id, 'approve'), step('otherStaff', id, 'approve')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.flatMap(({ errors }) => errors)).toEqual(['applications.out_of_turn']);
    expect((await read(id)).steps.filter(({ action }) => action === 'approve')).toHaveLength(1);
  });

  it('answers a repeated request with the current state and rejects an outdated version', async () => {
    const id = await createInState('SubmittedToAssociation');
    const { version } = await read(id, 'staff');
    const approve = (input: object) => call('staff', 'POST', `/${id}/approve`, { version, ...input });
    const key = randomUUID();
    expect((await approve({ key, version: version - 1 })).errors).toEqual(['applications.changed version']);
    expect((await approve({ key })).body.state).toBe('PaymentDue');
    const before = await stored(id);
    expect((await approve({ key })).body.state).toBe('PaymentDue');
    expect(await stored(id)).toEqual(before);
  });
});

describe('undoing a decision', () => {
  const input = { approve: {}, reject: { note: 'No.' }, return: { reasons: [], note: 'Look again.' } };

  it.each(['approve', 'reject', 'return'] as const)('restores the former state after %s', async (name) => {
    const id = await createInState('SubmittedToAssociation');
    const before = await stored(id);
    const of = randomUUID();
    await step('staff', id, name, { key: of, ...input[name] });
    const { body } = await step('staff', id, 'undo', { of });
    expect([body.state, body.reasons]).toEqual(['SubmittedToAssociation', []]);
    const { version, updated_at: _at, steps, ...rest } = (await stored(id)) ?? {};
    expect({ version: Number(version) - 2, steps: Number(steps) - 2, ...rest }).toEqual(
      Object.fromEntries(Object.entries(before ?? {}).filter(([column]) => column !== 'updated_at')),
    );
    expect(body.signatures).toHaveLength(2);
  });

  it('undoes a repeated request once', async () => {
    const id = await createInState('SubmittedToAssociation');
    const [of, key] = [randomUUID(), randomUUID()];
    await step('staff', id, 'approve', { key: of });
    await step('staff', id, 'undo', { of, key });
    expect((await step('staff', id, 'undo', { of, key })).body.state).toBe('SubmittedToAssociation');
    expect((await step('staff', id, 'undo', { of })).errors).toEqual(['applications.too_late']);
  });

  it('is rejected for another clerk, after ten seconds, and for steps other than a decision', async () => {
    const id = await createInState('SubmittedToAssociation');
    const of = randomUUID();
    await step('staff', id, 'approve', { key: of });
    const before = await stored(id);
    const late = ['applications.too_late'];
    expect((await step('otherStaff', id, 'undo', { of })).errors).toEqual(late);
    expect((await step('staff', id, 'undo', { of: randomUUID() })).errors).toEqual(late);
    const [sent] = await rows<{ id: string }>("select id from application_step where action = 'send'");
    expect((await step('staff', id, 'undo', { of: sent?.id })).errors).toEqual(late);
    await rows(`update application_step set at = at - $2 * interval '1 millisecond' where id = $1`, [
      of,
      undoWindowMs + 1,
    ]);
    expect((await step('staff', id, 'undo', { of })).errors).toEqual(late);
    expect(await stored(id)).toEqual(before);
  });

  it('is rejected once the applicant has started another application', async () => {
    const id = await createInState('SubmittedToAssociation');
    const of = randomUUID();
    await step('staff', id, 'reject', { key: of, note: 'No.' });
    await begin();
    const before = await stored(id);
    expect((await step('staff', id, 'undo', { of })).errors).toEqual(['applications.too_late']);
    expect(await stored(id)).toEqual(before);
  });

  it('is rejected once the applicant has changed the signed content', async () => {
    const id = await createInState('SubmittedToAssociation');
    const of = randomUUID();
    await step('staff', id, 'return', { key: of, reasons: [], note: 'Look again.' });
    await put(id, { statement: 'Another one.' });
    expect((await step('staff', id, 'undo', { of })).errors).toEqual(['applications.too_late']);
    expect((await read(id)).state).toBe('Returned');
  });

  it('is rejected once another step has followed', async () => {
    const id = await createInState('SubmittedToAssociation');
    const of = randomUUID();
    await step('staff', id, 'return', { key: of, reasons: [], note: 'Look again.' });
    await step('candidate', id, 'submit-to-member');
    expect((await step('staff', id, 'undo', { of })).errors).toEqual(['applications.too_late']);
    expect((await read(id)).state).toBe('SubmittedToInstructor');
  });
});
