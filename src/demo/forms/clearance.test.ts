import { expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { FormRecordData, FormRecord } from '#features/forms/shared/contract.ts';
import { verifyForms } from '#features/forms/server/chain/verify-forms.ts';
import { createWorld } from '#demo/world/world.ts';
import { seedDemoClearances } from './clearance.ts';

const portal = await testPortal();
const { services, request } = portal;

it('seeds one clearance to confirm and keeps the form chain valid', async () => {
  const world = createWorld(new Date(), 'accounts');
  await services.database.inTransaction('demo', (db) => seedDemoClearances(services, db, world));
  for (const reader of ['store@demo.test', 'instructor@demo.test']) {
    const found = await request(reader, 'GET', '/api/forms/Search/Member?show=review');
    const { total, items } = found.json<{ total: number; items: FormRecord[] }>();
    expect([reader, total, items[0]]).toMatchObject([
      reader,
      1,
      { diverName: 'Adaeze Okafor', status: 'Medical Required', isConfirmationPending: true },
    ]);
    const opened = await request(reader, 'GET', `/api/forms/Search/document/${items[0]?.id}`);
    const { evaluations } = opened.json<{ formData: FormRecordData }>().formData;
    expect(evaluations).toMatchObject([{ physician: 'Dr. Sanna Lindholm', confirmation: { state: 'pending' } }]);
  }
  const problems: string[] = [];
  await verifyForms(services, (problem) => problems.push(problem));
  expect(problems).toEqual([]);
  // The form names a professional and a store, so the desk's queue doesn't have it.
  expect((await request('staff@demo.test', 'GET', '/api/forms/Pages/waiting')).json()).toEqual({ total: 0, items: [] });
});
