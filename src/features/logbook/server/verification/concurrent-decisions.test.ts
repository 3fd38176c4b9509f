import { expect, it } from 'vitest';
import { holdLocks, waitForLockWaits } from '#platform/testing/lock-waits.ts';
import {
  createLogbookFixture,
  createTrainingLog,
  deviationReason,
  instructor,
  student,
} from '#test/support/api/logbook-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';

const portal = await testPortal();
const { ask, createTraining, clear } = createLogbookFixture(portal);
const { pool, repeats } = portal.services.database;

it('submits training dives while the instructor verifies others, without a deadlock', async () => {
  await clear();
  const create = async (status: 'Draft' | 'Pending') =>
    (await createTraining(student, createTrainingLog({ status }))).data;
  const draft = await create('Draft');
  const pending = [await create('Pending'), await create('Pending')];
  const key = ({ id, version }: DiveLog) => ({ id, version });
  // Each holds its rows then, and waits for the last statement of its transaction or for another that does.
  const locks = await holdLocks(pool, 'lock table audit_entry in share mode');
  const submitting = ask<DiveLog>(student, documents.submit, key(draft));
  await waitForLockWaits(pool);
  const verifying = ask<DiveLog[]>(instructor, documents.verify, { logs: pending.map(key), reason: deviationReason });
  await waitForLockWaits(pool, 2);
  await locks.rollback();
  expect((await submitting).data.status).toBe('Pending');
  expect((await verifying).data.map(({ status }) => status)).toEqual(['Verified', 'Verified']);
  expect(repeats).toEqual({ '40001': 0, '40P01': 0 });
});
