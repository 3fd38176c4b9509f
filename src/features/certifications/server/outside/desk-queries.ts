import type { QueuePage } from '#platform/shared/queue-page.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import type { OutsideCertification } from '#features/certifications/shared/contract.ts';
import { outsideColumns } from './queries.ts';

export const listPendingOutside = query((db, p: Params<QueuePage>) =>
  db
    .selectFrom('outside_certification as o')
    .innerJoin('person as p', 'p.affiliate_id', 'o.affiliate_id')
    .innerJoin('person_name as n', 'n.affiliate_id', 'o.affiliate_id')
    .select((eb) => [
      'o.id',
      'o.affiliate_id as affiliateId',
      'p.birthdate',
      'o.agency',
      'o.level',
      'o.number',
      'o.cert_date as certDate',
      'n.full_name as fullName',
      eb.ref('o.uploaded_at').$notNull().as('uploadedAt'),
    ])
    .where('o.status', '=', 'pending')
    .where('o.file_key', 'is not', null)
    .orderBy('o.uploaded_at')
    .orderBy('o.id')
    .limit(p.limit)
    .offset(p.offset),
);

export const countPendingOutside = query((db) =>
  db
    .selectFrom('outside_certification')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('status', '=', 'pending')
    .where('file_key', 'is not', null),
);

export const lockOutside = query((db, p: Params<{ affiliateId: number; id: string }>) =>
  db
    .selectFrom('outside_certification')
    .select([
      'status',
      'level',
      'file_key as fileKey',
      'uploaded_at as uploadedAt',
      'equivalent_level_id as equivalentLevelID',
    ])
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .forNoKeyUpdate(),
);

interface Decision {
  affiliateId: number;
  id: string;
  status: OutsideCertification['status'];
  reason: string | null;
  equivalentLevelID: number | null;
  decidedBy: number;
  decidedAt: Date;
}

export const updateDecision = query((db, p: Params<Decision>) =>
  db
    .updateTable('outside_certification')
    .set({
      status: p.status,
      reason: p.reason,
      equivalent_level_id: p.equivalentLevelID,
      decided_by: p.decidedBy,
      decided_at: p.decidedAt,
    })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .returning(outsideColumns),
);
