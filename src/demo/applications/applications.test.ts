import { expect, it } from 'vitest';
import { createApplicationsFixture } from '#test/support/api/applications-testing.ts';
import { loadDemo } from '#demo/load-demo.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { ApplicationRow } from '#features/applications/shared/application.ts';

const portal = await testPortal();
const { call, rows, read } = createApplicationsFixture(portal);

interface Page {
  items: ApplicationRow[];
  total: number;
}
it('seeds applications in every desk queue, some with open requirements', async () => {
  const { items, total } = (await call<Page>('staff', 'GET', '/desk')).body;
  const waiting = items.map(({ stateDate }) => Math.floor((Date.now() - Date.parse(stateDate)) / 86_400_000));
  expect(total).toBe(9);
  expect(waiting).toEqual(waiting.toSorted((left, right) => right - left));
  expect([waiting[0], waiting.at(-1)]).toEqual([9, 1]);
  expect(items.filter((row) => row.open.length > 0)).toHaveLength(2);
  for (const queue of ['payment', 'returned', 'done'])
    expect((await call<Page>('staff', 'GET', `/desk?queue=${queue}`)).body.total).toBe(2);
});

it('seeds lists that match the opened applications, with proofs and signatures', async () => {
  for (const queue of ['waiting', 'payment', 'returned']) {
    const { items } = (await call<Page>('staff', 'GET', `/desk?queue=${queue}`)).body;
    for (const row of items) {
      const application = await read(row.id, 'staff');
      expect(
        application.requirements.map(({ isMet }) => isMet),
        row.applicantName,
      ).toEqual(row.met);
      expect(application.proofs).toHaveLength(2);
      expect(application.signatures).toHaveLength(queue === 'returned' ? 0 : 2);
      const [proof] = application.proofs;
      const document = await call('staff', 'GET', `/${row.id}/proofs/${proof?.id}`);
      expect(document.answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    }
  }
});

it('seeds applications for the instructor to review and a draft of the candidate', async () => {
  const assigned = (await call<Page>('instructor', 'GET', '/assigned?show=to_review')).body;
  expect(assigned.total).toBe(3);
  const [own] = (await call<ApplicationRow[]>('candidate', 'GET', '')).body;
  expect(own).toMatchObject({ state: 'Draft', memberNumber: 100_001, storeNumber: 20_001 });
  const open = own?.open.map(({ id }) => id);
  expect(open).toEqual(['medical', 'dives', 'dive_kinds']);
});

it('changes nothing when loaded again', async () => {
  const all = () =>
    Promise.all(
      ['application', 'application_step', 'application_proof', 'dive_log', 'person', 'certification'].map((table) =>
        rows(`select to_jsonb(t) as row, xmin::text from ${table} t order by 1`),
      ),
    );
  const before = await all();
  expect(await loadDemo(portal.services)).toBe(false);
  expect(await all()).toEqual(before);
});
