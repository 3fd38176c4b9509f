import type { Pool } from 'pg';
import * as z from 'zod';
import { analyzePartitionedTables, maintainPartitions, type PartitionedTable } from '#platform/server/db/partitions.ts';
import { defineJob } from '#platform/server/jobs/jobs.ts';

const byPerson = { key: 'affiliate_id', size: 1_000_000, sequence: 'affiliate_id_seq' };

/** Decision 060 says why each table has its key. */
const partitionedTables: readonly PartitionedTable[] = [
  { name: 'session', ...byPerson },
  { name: 'notification', ...byPerson },
  { name: 'learning_step', ...byPerson },
  { name: 'audit_entry', key: 'seq', size: 25_000_000, sequence: 'audit_entry_seq' },
  { name: 'mail_outbox', key: 'created_at', period: 'week', ahead: 8, retention: '30 days' },
  { name: 'security_log', key: 'occurred_at', period: 'month', ahead: 2, retention: '12 months' },
];

export const createPartitions = (pool: Pool) => maintainPartitions(pool, partitionedTables);

export const maintainPartitionsJob = defineJob(
  'partitions.maintain',
  { schema: z.object({}), cron: '7 * * * *' },
  async ({ database, log }) => {
    for (const change of await createPartitions(database.pool)) log.info({ change }, 'partition changed');
  },
);

/** Autovacuum collects statistics of partitions, but not those of a whole table, by which joins are planned. */
export const analyzePartitionsJob = defineJob(
  'partitions.analyze',
  { schema: z.object({}), cron: '47 4 * * *', expireInS: 7_200 },
  async ({ database }) => {
    await analyzePartitionedTables(database.pool, partitionedTables);
  },
);
