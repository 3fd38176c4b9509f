import { firstPagePosition } from '#features/notifications/server/page-token.ts';
import { listPage } from '#features/notifications/server/queries.ts';
import { documents } from '#features/notifications/web/documents.ts';
import { applicationCalls } from './measured-applications.ts';
import { certificationCalls } from './measured-certifications.ts';
import { learningCalls } from './measured-learning.ts';
import { logbookCalls } from './measured-logbook.ts';
import { shopCalls } from './measured-shop.ts';
import { measuredAffiliateId } from './measured-person.ts';

const listNotifications = listPage({ size: 30, unreadOnly: false });

export type Row = Record<string, unknown>;

export interface Statement {
  sql: string;
  /** A function computes the values from the results of previous statements. */
  values: unknown[] | ((previousResults: Row[][]) => unknown[]);
}

export interface Caller {
  affiliateId: number;
  affiliateTypeId: number;
}

/** A measured request and the SQL that the baseline server runs for the same response. */
export interface MeasuredCall {
  name: string;
  path: string;
  body?: string;
  /** The caller, if not the measured person. */
  as?: Caller;
  statements: readonly Statement[];
  /** Runs the statements sequentially in a transaction instead of in parallel. */
  isWrite?: boolean;
  /** Requests per round, for requests that are slower than a simple read. */
  requests?: number;
  /** SQL that removes a round's changes. */
  cleanUp?: string;
  /** Builds the baseline server's response from the rows. */
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
        sql: listNotifications.text,
        values: listNotifications.toValues({ affiliateId: measuredAffiliateId, locale: 'en-US', ...firstPagePosition }),
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
