import { firstPagePosition } from '#features/notifications/server/page-token.ts';
import { pageSql } from '#features/notifications/server/queries.ts';
import { documents } from '#features/notifications/web/documents.ts';
import { applicationCalls } from './measured-applications.ts';
import { certificationCalls } from './measured-certifications.ts';
import { learningCalls } from './measured-learning.ts';
import { logbookCalls } from './measured-logbook.ts';
import { shopCalls } from './measured-shop.ts';
import { measuredAffiliateId } from './measured-person.ts';

export type Row = Record<string, unknown>;

export interface Statement {
  sql: string;
  /** Or what they are once the ones before it have answered. */
  values: unknown[] | ((before: Row[][]) => unknown[]);
}

export interface Caller {
  affiliateId: number;
  affiliateTypeId: number;
}

/** A call whose cost is measured, and the SQL that a bare server would run for the same answer. */
export interface MeasuredCall {
  name: string;
  path: string;
  body?: string;
  /** Who asks, where it is another than the measured person. */
  as?: Caller;
  statements: readonly Statement[];
  /** One after the other in a transaction; otherwise all at once. */
  isWrite?: boolean;
  /** A round of it, where one costs much more than to read something. */
  requests?: number;
  /** What a round leaves behind, so that the next finds the same. */
  cleanUp?: string;
  /** What the bare server makes of the rows. */
  answer(results: Row[][]): unknown;
}

export const measuredCalls: readonly MeasuredCall[] = [
  {
    name: 'one row: GetCheckpointData',
    path: '/api/dsd/GetCheckpointData',
    statements: [
      {
        sql: 'select store_number, member_number, status, updated_at from dsd_checkpoint where affiliate_id = $1',
        values: [measuredAffiliateId],
      },
    ],
    answer([[{ updated_at: updatedAt, ...checkpoint } = {}] = []]) {
      return { ...checkpoint, updatedDate: (updatedAt as Date).toISOString() };
    },
  },
  {
    name: 'the first page of 10,000 notifications',
    path: '/api/graphql',
    body: JSON.stringify({ query: documents.page, variables: { me: measuredAffiliateId, unread: false, next: null } }),
    statements: [
      {
        sql: pageSql(30, false),
        values: [measuredAffiliateId, 'en-US', firstPagePosition.timestamp, firstPagePosition.id],
      },
    ],
    answer: (results) => ({ data: { queryAllByAffiliateId: { ...results[0]?.[0], nextToken: 'x' } } }),
  },
  ...logbookCalls,
  ...learningCalls,
  ...certificationCalls,
  ...shopCalls,
  ...applicationCalls,
];
