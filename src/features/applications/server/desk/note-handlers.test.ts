import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { createApplicationsFixture, affiliateIdOf } from '#test/support/api/applications-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const { call, rows, createInState, clear, read } = createApplicationsFixture(portal);

beforeEach(clear);

interface Note {
  byName: string;
  text: string;
}
const note = (id: number, text: unknown, key: unknown = randomUUID(), as: Parameters<typeof call>[0] = 'staff') =>
  call<Note[]>(as, 'POST', `/${id}/notes`, { key, text });
const notesOf = async (id: number) => (await call<Note[]>('otherStaff', 'GET', `/${id}/notes`)).body;

it('shows every clerk the note and its author, and records an audit entry', async () => {
  const id = await createInState('SubmittedToAssociation');
  await note(id, '  Called the instructor.  ');
  const { body } = await note(id, 'All fine.', randomUUID(), 'otherStaff');
  expect(body.map(({ byName, text }) => [byName, text])).toEqual([
    ['Priya Raman', 'Called the instructor.'],
    ['Noor Haddad', 'All fine.'],
  ]);
  expect(await notesOf(id)).toEqual(body);
  const audited = await rows<{ actor: number }>(
    `select actor_affiliate_id as actor from audit_entry where action = 'application.noted' and subject = $1 order by seq`,
    [`application:${id}`],
  );
  expect(audited.map(({ actor }) => actor)).toEqual([affiliateIdOf('staff'), affiliateIdOf('otherStaff')]);
});

it('is stored once when sent twice with the same key, even at the same moment', async () => {
  const id = await createInState('SubmittedToAssociation');
  const key = randomUUID();
  await Promise.all([note(id, 'Once.', key), note(id, 'Once.', key)]);
  expect((await note(id, 'Once.', key)).body).toHaveLength(1);
});

it('does not change the application that others see', async () => {
  const id = await createInState('SubmittedToAssociation');
  const before = await read(id);
  await note(id, 'CanaryOfTheDesk');
  expect(await read(id)).toEqual(before);
  expect(JSON.stringify(await read(id, 'instructor'))).not.toContain('CanaryOfTheDesk');
});

it.each(['candidate', 'instructor', 'store', 'diver'] as const)('is not available to a %s', async (person) => {
  const id = await createInState('SubmittedToAssociation');
  expect((await note(id, 'Hello.', randomUUID(), person)).errors).toEqual(['access.denied']);
  expect((await call(person, 'GET', `/${id}/notes`)).errors).toEqual(['access.denied']);
  expect(await notesOf(id)).toEqual([]);
});

it("is not found for a draft, which the desk can't see", async () => {
  const id = await createInState('Draft');
  expect((await note(id, 'Hello.')).errors).toEqual(['not_found']);
  expect((await call('staff', 'GET', `/${id}/notes`)).errors).toEqual(['not_found']);
});

it.each([
  ['', 'request.invalid text'],
  ['x'.repeat(1001), 'request.invalid text'],
])('rejects an empty or too long note', async (text, error) => {
  const id = await createInState('SubmittedToAssociation');
  expect((await note(id, text)).errors).toEqual([error]);
  expect((await note(id, 'Fine.', 'no key')).errors).toEqual(['request.invalid key']);
  expect(await notesOf(id)).toEqual([]);
});
