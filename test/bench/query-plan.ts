import { Client, type ClientConfig } from 'pg';
import { parseFilter, wholeList } from '#features/logbook/server/list-queries.ts';
import { findPageJson } from '#features/logbook/server/page-queries.ts';
import { measuredAffiliateId } from './measured-person.ts';

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Actual Loops': number;
  'Heap Fetches'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

export interface ListPlan {
  /** Plan nodes from the outside in, with their indexes. */
  nodes: string[];
  /** Pages of 8 kB that were read. */
  pages: number;
  /** Problems of the plan. */
  problems: string[];
}

/** Checks that a person's list is read with index-only scans. */
export async function explainLogbookList(connection: ClientConfig): Promise<ListPlan> {
  const page = findPageJson({ ...wholeList, sort: 'dive_date_desc', size: 20, isFirst: true, selection: null });
  const { text } = page;
  const values = page.toValues({ ...parseFilter(measuredAffiliateId, {}).values, size: 20, offset: 0 });
  const client = new Client(connection);
  await client.connect();
  // Other transactions or deleted rows may delay the visibility map, so vacuum runs until no heap fetches are left.
  let plan = await explain(client, text, values);
  for (let tries = 0; tries < 20 && hasFetches(plan); tries++) {
    await client.query('vacuum (index_cleanup on) dive_log');
    plan = await explain(client, text, values);
  }
  await client.end();
  const all = [...iterateNodes(plan)];
  return {
    nodes: all.map((node) => [node['Node Type'], node['Index Name']].filter(Boolean).join(' on ')),
    pages: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
    problems: all.flatMap(listPlanProblems),
  };
}

const hasFetches = (plan: PlanNode) => [...iterateNodes(plan)].some((node) => (node['Heap Fetches'] ?? 0) > 0);

async function explain(client: Client, sql: string, values: unknown[]): Promise<PlanNode> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, buffers, format json) ${sql}`,
    values,
  );
  const root = rows[0]?.['QUERY PLAN'][0].Plan;
  if (root === undefined) throw new Error('EXPLAIN returned no plan');
  return root;
}

/** Skips nodes that were never executed, such as the lookup of return reasons. */
function* iterateNodes(node: PlanNode): Generator<PlanNode> {
  if (node['Actual Loops'] === 0) return;
  yield node;
  for (const inner of node.Plans ?? []) yield* iterateNodes(inner);
}

/** Only scans read tables. Joins and sorts work on the rows of one page. */
const allowedScans = new Set(['Subquery Scan', 'CTE Scan', 'Index Only Scan']);

function listPlanProblems(node: PlanNode): string[] {
  const type = node['Node Type'];
  const problems = !type.endsWith('Scan') || allowedScans.has(type) ? [] : [type];
  return (node['Heap Fetches'] ?? 0) > 0 ? [...problems, `${node['Heap Fetches']} rows from the table`] : problems;
}
