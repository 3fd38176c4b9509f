import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { injectStatistics } from '#test/support/api/inject-statistics.ts';
import { listStatements } from '#test/support/api/list-statements.ts';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Total Cost': number;
  Plans?: PlanNode[];
}

/** About the cost of reading 600 rows of an index and their tables. */
const maxCost = 2_500;
/** A scan of 20,000 rows, or one that stops at a limit. */
const maxScanCost = 200;

/** Statements that read many rows, and why they may. */
const exceptions: { file: string; text?: string; reason: string }[] = [
  { file: 'src/app/server/check-ledger', reason: 'a command that compares all payments' },
  { file: 'src/platform/server/observability/verify-audit.ts', reason: 'verification reads the whole log' },
  { file: 'src/features/forms/server/chain/verify-queries.ts', reason: 'verification reads the whole log' },
  { file: 'src/features/forms/server/clearance/waiting-pages.ts', reason: 'as long as the queue' },
  { file: 'src/features/family/server/guardians/request-queries.ts', reason: 'as long as the queue' },
  { file: 'src/features/association/server/queue-counts.ts', reason: 'as long as the queues' },
  {
    file: 'src/features/forms/server/records/queries.ts',
    text: 'with "found"',
    reason: 'counts the records of one store or instructor',
  },
  { file: 'src/features/family/server/handover/queries.ts', reason: 'once a day, for all children' },
  {
    file: 'src/features/account/server/sessions/queries.ts',
    text: 'delete from "session"',
    reason: 'once a day, deletes what it reads',
  },
  {
    file: 'src/features/account/server/sessions/queries.ts',
    text: 'make_interval(secs => $1)',
    reason: 'when a process starts; its interval is minutes, which the plan does not know',
  },
  { file: 'src/features/forms/server/drafts/queries.ts', text: 'delete from', reason: 'once a day' },
  { file: 'src/features/family/server/invites/queries.ts', text: 'delete from', reason: 'once a day' },
  {
    file: 'src/features/account/server/profile/phone-sync.ts',
    text: 'delete from',
    reason: 'once an hour, the last 30 days',
  },
  {
    file: 'src/features/notifications/server/queries.ts',
    text: 'delete from',
    reason: 'once an hour, deletes what it reads',
  },
  { file: 'src/features/learning/server/scorm/queries.ts', text: 'delete from', reason: 'when staff delete a course' },
  { file: 'src/features/applications/server/personal-data.ts', reason: 'when a person is erased' },
];

const database = await createTestDatabase();
const client = new Client(database.connection);
let large: Set<string>;

beforeAll(async () => {
  await client.connect();
  large = await injectStatistics(client);
}, 120_000);
afterAll(() => client.end());

async function explain(text: string): Promise<PlanNode> {
  // A limit that isn't known is planned as a tenth of the rows.
  const limited = text.replaceAll(/limit (\$\d+)/g, 'limit case when false then $1 else 50 end');
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (generic_plan, format json) ${limited}`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (plan === undefined) throw new Error('EXPLAIN returned no plan');
  return plan;
}

function listScans(node: PlanNode): string[] {
  const name = node['Relation Name'] ?? '';
  const own = node['Node Type'] === 'Seq Scan' && large.has(name) ? [name] : [];
  return [...own, ...(node.Plans ?? []).flatMap(listScans)];
}

async function findProblem(text: string): Promise<string | null> {
  const plan = await explain(text);
  const cost = Math.round(plan['Total Cost']);
  const scans = cost > maxScanCost ? listScans(plan) : [];
  if (scans.length > 0) return `reads all of ${[...new Set(scans)].join(', ')} (cost ${cost})`;
  return cost > maxCost ? `costs ${cost}` : null;
}

describe('statements with a million people, ten million dives and ten million audit entries', () => {
  it.each([
    ['select id from dive_log where dive_location = $1', /^reads all of dive_log \(cost \d+\)$/],
    ['select seq from audit_entry where correlation_id = $1', /^reads all of audit_entry_first/],
    ["select id from security_log where occurred_at > now() - interval '1 week'", /^costs \d+$/],
  ])('are reported: %s', async (text, problem) => {
    expect(await findProblem(text)).toMatch(problem);
  });

  it.each(['select id from dive_log where affiliate_id = $1', 'select id from dive_log limit 20'])(
    'are accepted: %s',
    async (text) => {
      expect(await findProblem(text)).toBeNull();
    },
  );

  it('read no large table as a whole and cost little', async () => {
    const problems: string[] = [];
    const unused = new Set(exceptions);
    for (const { text, file } of await listStatements()) {
      if (text.startsWith('lock table')) continue;
      const problem = await findProblem(text);
      if (problem === null) continue;
      const exception = exceptions.find((known) => file.startsWith(known.file) && text.includes(known.text ?? ''));
      if (exception === undefined) problems.push(`${file}: ${problem}: ${text.slice(0, 200)}`);
      else unused.delete(exception);
    }
    expect(problems).toEqual([]);
    expect([...unused]).toEqual([]);
  }, 300_000);
});
