import { documents } from '#features/notifications/web/documents.ts';
import { applicationCalls } from './measured-applications.ts';
import { certificationCalls } from './measured-certifications.ts';
import { learningCalls } from './measured-learning.ts';
import { logbookCalls } from './measured-logbook.ts';
import { shopCalls } from './measured-shop.ts';
import { measuredAffiliateId } from './measured-person.ts';

/** One statement that returns the response as JSON text in its only column. */
export interface FloorStatement {
  sql: string;
  /** A function takes the values from the body of the request. */
  values: unknown[] | ((body: string) => unknown[]);
}

export interface Caller {
  affiliateId: number;
  affiliateTypeId: number;
}

/** A measured request and the statement by which the floor answers it. */
export interface MeasuredCall {
  name: string;
  path: string;
  body?: string;
  /** The caller, if not the measured person. */
  as?: Caller;
  floor: FloorStatement;
  /** The portal's CPU time may be this many times the floor's. */
  maxRatio: number;
  /** Requests per round, for requests that are slower than a simple read. */
  requests?: number;
  /** SQL that removes a round's changes. */
  cleanUp?: string;
}

/** Returns the rows of one of the portal's statements as JSON text, for calls whose SQL is long. */
export function toJsonText(sql: string): string {
  return `select coalesce(json_agg(r), '[]')::text from (${sql}) r`;
}

export const measuredCalls: readonly MeasuredCall[] = [
  {
    name: 'one row: GetCheckpointData',
    path: '/api/dsd/GetCheckpointData',
    maxRatio: 4,
    floor: {
      sql: `select row_to_json(r)::text from (
        select store_number, member_number, status, updated_at as "updatedDate" from dsd_checkpoint where affiliate_id = $1) r`,
      values: [measuredAffiliateId],
    },
  },
  {
    name: 'the first page of 10,000 notifications',
    path: '/api/graphql',
    body: JSON.stringify({ query: documents.page, variables: { me: measuredAffiliateId, unread: false, next: null } }),
    maxRatio: 4,
    floor: {
      sql: `select json_build_object(
          'items', (select json_agg(n) from (select id, affiliate_id, timestamp, read, name, url, message, kind, version
            from notification where affiliate_id = $1 order by timestamp desc, id desc limit 30) n),
          'unread', (select count(*) from notification where affiliate_id = $1 and not read))::text`,
      values: [measuredAffiliateId],
    },
  },
  ...logbookCalls,
  ...learningCalls,
  ...certificationCalls,
  ...shopCalls,
  ...applicationCalls,
];
