import { firstPage } from '../src/features/notifications/server/page-token.ts';
import { pageText } from '../src/features/notifications/server/sql.ts';
import { documents } from '../src/features/notifications/web/documents.ts';

export const affiliateId = 400_001;

/** A call whose cost is measured, and the SQL that a bare server would run for the same answer. */
export interface Measured {
  name: string;
  path: string;
  body?: string;
  sql: string;
  values: unknown[];
  /** What the bare server makes of the rows. */
  answer(rows: Record<string, unknown>[]): unknown;
}

export const measured: readonly Measured[] = [
  {
    name: 'one row: GetCheckpointData',
    path: '/api/dsd/GetCheckpointData',
    sql: 'select store_number, member_number, status, updated_at from dsd_checkpoint where affiliate_id = $1',
    values: [affiliateId],
    answer: ([{ updated_at: updatedAt, ...checkpoint } = {}]) => ({
      ...checkpoint,
      updatedDate: (updatedAt as Date).toISOString(),
    }),
  },
  {
    name: 'the first page of 10,000 notifications',
    path: '/api/graphql',
    body: JSON.stringify({ query: documents.page, variables: { me: affiliateId, unread: false, next: null } }),
    sql: pageText(30, false),
    values: [affiliateId, 'en-US', firstPage.timestamp, firstPage.id],
    answer: ([page]) => ({ data: { queryAllByAffiliateId: { ...page, nextToken: 'x' } } }),
  },
];
