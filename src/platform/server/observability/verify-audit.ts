import { sql, type QueryCreator } from 'kysely';
import type { Services } from '#platform/server/http/context.ts';
import { type ChainLink, hashLink } from '#platform/server/chains/chains.ts';
import type { VerifyEnv } from '#platform/server/chains/verify-checkpoints.ts';
import { type LogVerification, verifyLog, type VerifyOptions } from '#platform/server/chains/verify-log.ts';
import type { LogTable, Report } from '#platform/server/chains/walk-log.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { digestAudit } from './audit.ts';

const linkColumns = ['e.seq', 'e.chain', 'e.chain_seq', 'e.prev_hash', 'e.hash'] as const;

interface Range {
  after: number;
  upTo: number;
  limit: number;
}
const selectEntries = (db: QueryCreator<Tables>, p: Params<Range>) =>
  db
    .selectFrom('audit_entry as e')
    .select(linkColumns)
    .select([
      sql<number>`(extract(epoch from e.at) * 1000000)::bigint`.as('at_us'),
      'e.actor_affiliate_id',
      'e.action',
      'e.subject',
      'e.data',
      'e.correlation_id',
    ])
    .where('e.seq', '>', p.after)
    .where('e.seq', '<=', p.upTo)
    .orderBy('e.seq')
    .limit(p.limit);

const listEntries = query((db, p: Params<Range>) => selectEntries(db, p));
const listEntriesOfChain = query((db, p: Params<Range & { chain: number }>) =>
  selectEntries(db, p).where('e.chain', '=', p.chain),
);
const listLinks = query((db, p: Params<{ seqs: readonly number[] }>) =>
  db
    .selectFrom('audit_entry as e')
    .select(linkColumns)
    .where(sql<boolean>`e.seq = any (${p.seqs}::bigint[])`),
);
const listRest = query((db, p: Params<{ after: number }>) =>
  db
    .selectFrom('audit_entry as e')
    .select(['e.chain', sql<number>`min(e.chain_seq)`.as('first'), sql<number>`max(e.chain_seq)`.as('last')])
    .where('e.seq', '>', p.after)
    .groupBy('e.chain'),
);
type AuditEntry = Row<typeof listEntries>;

const auditLog: LogTable<AuditEntry> = {
  log: 'audit',
  pageSize: 1_000,
  list: listEntries,
  listOfChain: listEntriesOfChain,
  listAt: listLinks,
  listRest,
  hash: hashEntry,
};

function hashEntry({ seq, chain, chain_seq, prev_hash, hash: _hash, ...content }: AuditEntry): string {
  return hashLink(
    'audit',
    { seq, chain, chain_seq, prev_hash } satisfies Omit<ChainLink, 'hash'>,
    digestAudit(content),
  );
}

interface AuditVerification extends LogVerification {
  entries: number;
  problems: number;
}

/** Verifies the audit log. Entries may be appended during the verification, and memory doesn't depend on their number. */
export async function verifyAudit(
  deps: Pick<Services, 'database'> & { env: VerifyEnv },
  onProblem: Report,
  options: VerifyOptions = {},
): Promise<AuditVerification> {
  let entries = 0;
  let problems = 0;
  const pages = verifyLog(deps, auditLog, options, (problem) => {
    problems += 1;
    onProblem(problem);
  });
  let next = await pages.next();
  for (; next.done !== true; next = await pages.next()) entries += next.value.length;
  if (problems === 0) await next.value.storeProgress();
  return { ...next.value, entries, problems };
}
