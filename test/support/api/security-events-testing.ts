import { beforeEach } from 'vitest';
import type { TestPortal } from './portal-testing.ts';

interface StoredEvent {
  kind: string;
  affiliate_id: number | null;
  address_hash: string | null;
  count: number;
  call: string | null;
}

/** Reads the security events of one test. */
export function createSecurityEventsFixture({ services }: TestPortal) {
  const { pool } = services.database;
  beforeEach(async () => {
    await services.securityEvents.flush();
    await pool.query('delete from security_log');
    await pool.query('delete from rate_counter');
  });
  return async (): Promise<StoredEvent[]> => {
    await services.securityEvents.flush();
    const { rows } = await pool.query<StoredEvent>(
      "select kind, affiliate_id, address_hash, count, data ->> 'call' as call from security_log order by id",
    );
    return rows;
  };
}
