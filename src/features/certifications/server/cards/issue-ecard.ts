import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { defineJob, enqueue } from '#platform/server/jobs/jobs.ts';
import { createCardCode } from '#features/certifications/shared/card-code.ts';
import { fail } from '#features/certifications/shared/contract.ts';
import { makeCardFiles } from './make-card-files.ts';

export interface NewECard {
  affiliateId: number;
  licenseID: number;
  source: 'course' | 'redemption' | 'order' | 'association';
}

/** Signs an issued card and renders it in the diver's language. Idempotent: existing results are kept. */
export const signCardJob = defineJob(
  'certifications.sign_card',
  { schema: z.object({ affiliateId: z.int(), licenseID: z.int() }), retryLimit: 10 },
  ({ services }, card) => makeCardFiles(services, card),
);

/** Three candidate codes make a collision practically impossible. */
const markIssued = query((db, p: Params<NewECard & { codes: readonly string[] }>) =>
  db
    .updateTable('certification as c')
    .set((eb) => ({
      ecard_at: sql`now()`,
      ecard_source: p.source,
      status_index: sql`nextval('card_status_seq')`,
      code: eb
        .selectFrom(sql<{ code: string }>`unnest(${p.codes}::text[])`.as<'candidate'>(sql`candidate (code)`))
        .select('candidate.code')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('certification as other')
                .select('other.license_id')
                .whereRef('other.code', '=', 'candidate.code'),
            ),
          ),
        )
        .limit(1),
    }))
    .where('c.affiliate_id', '=', p.affiliateId)
    .where('c.license_id', '=', p.licenseID)
    .where('c.ecard_at', 'is', null)
    .where('c.revoked_at', 'is', null)
    .returning((eb) => eb.ref('c.code').$notNull().as('code')),
);
const findECardState = query((db, p: Params<{ affiliateId: number; licenseID: number }>) =>
  db
    .selectFrom('certification')
    .select((eb) => [eb('revoked_at', 'is not', null).as('isRevoked'), 'code'])
    .where('affiliate_id', '=', p.affiliateId)
    .where('license_id', '=', p.licenseID),
);

/**
 * Issues the eCard of a certification in the caller's transaction and queues signing and rendering. Of concurrent
 * calls, one issues it; the others return the existing one.
 */
export async function issueECard(
  db: Db,
  { affiliateId, licenseID, source }: NewECard,
): Promise<{ code: string; isNew: boolean }> {
  const codes = Array.from({ length: 3 }, () => createCardCode(randomBytes(8)));
  const issued = await markIssued.first(db, { affiliateId, licenseID, source, codes });
  if (issued !== undefined) {
    await enqueue(db, signCardJob, { affiliateId, licenseID });
    return { code: issued.code, isNew: true };
  }
  const row = await findECardState.first(db, { affiliateId, licenseID });
  if (row?.isRevoked) throw fail('certifications.revoked');
  if (!row?.code) throw fail('certifications.no_card');
  return { code: row.code, isNew: false };
}
