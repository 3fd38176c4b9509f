import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { appendAudit, type AuditAction, verifyAuditChain } from './audit.ts';

const database = await createTestDatabase();
const { db } = database;

function append(action: AuditAction, data: Record<string, unknown> = {}): Promise<void> {
  return database.inTransaction('a-correlation', (tx) =>
    appendAudit(tx, { actor: 7, action, subject: 'application:1', data, correlationId: 'a-correlation' }),
  );
}

async function appendFive(): Promise<void> {
  for (const action of [
    'application.open',
    'application.submit',
    'application.approve',
    'application.complete',
    'payments.paid',
  ] as const)
    await append(action, { b: [1, 2.5], a: { ö: null } });
}

afterEach(async () => {
  await db.deleteFrom('audit_entry').execute();
  await db.updateTable('audit_head').set({ entries: 0, hash: '' }).execute();
});

describe('verifyAuditChain', () => {
  test('finds an intact chain after concurrent appends', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, index) => append('application.read', { index })));
    expect(await verifyAuditChain(db)).toEqual({ entries: 40, firstBroken: null });
  });

  test('checks more entries than fit in a page', async () => {
    await database.inTransaction('bulk', async (tx) => {
      for (let index = 0; index < 2_005; index++) {
        await appendAudit(tx, {
          actor: null,
          action: 'application.read',
          subject: 's',
          data: { index },
          correlationId: 'bulk',
        });
      }
    });
    expect(await verifyAuditChain(db)).toEqual({ entries: 2_005, firstBroken: null });
    await sql`update audit_entry set subject = 't' where seq = 1500`.execute(db);
    expect((await verifyAuditChain(db)).firstBroken).toBe(1_500);
  });

  test('has no entry for a transaction that rolled back', async () => {
    const attempt = database.inTransaction('failing', async (tx) => {
      await appendAudit(tx, { actor: 7, action: 'payments.paid', subject: 's', data: {}, correlationId: 'failing' });
      throw new Error('declined');
    });
    await expect(attempt).rejects.toThrow('declined');
    await append('application.open');
    expect(await verifyAuditChain(db)).toEqual({ entries: 1, firstBroken: null });
  });

  test('rejects an entry outside a transaction', async () => {
    const event = { actor: 7, action: 'payments.paid', subject: 's', data: {}, correlationId: 'c' } as const;
    await expect(appendAudit(db, event)).rejects.toThrow('transaction');
  });

  test.each([
    ['changed the data', [`update audit_entry set data = '{"b": [1, 2.5], "a": {}}' where seq = 3`]],
    ['changed the actor', ['update audit_entry set actor_affiliate_id = 8 where seq = 3']],
    ['moved the time by a microsecond', [`update audit_entry set at = at + interval '1 microsecond' where seq = 3`]],
    ['removed an entry', ['delete from audit_entry where seq = 3']],
    [
      'removed an entry and closed the gap',
      [
        'delete from audit_entry where seq = 3',
        'update audit_entry set seq = 3 where seq = 4',
        'update audit_entry set seq = 4 where seq = 5',
      ],
    ],
    [
      'swapped two entries',
      [
        'update audit_entry set seq = 99 where seq = 3',
        'update audit_entry set seq = 3 where seq = 4',
        'update audit_entry set seq = 4 where seq = 99',
      ],
    ],
  ])('reports the entry after someone %s', async (_action, statements) => {
    await appendFive();
    for (const text of statements) await sql.raw(text).execute(db);
    expect(await verifyAuditChain(db)).toEqual({ entries: 2, firstBroken: 3 });
  });

  test('reports removed and added entries at the end', async () => {
    await appendFive();
    await sql`delete from audit_entry where seq = 5`.execute(db);
    expect(await verifyAuditChain(db)).toEqual({ entries: 4, firstBroken: 5 });
    await sql`update audit_head set entries = 3, hash = (select hash from audit_entry where seq = 3)`.execute(db);
    expect((await verifyAuditChain(db)).firstBroken).toBe(4);
  });
});
