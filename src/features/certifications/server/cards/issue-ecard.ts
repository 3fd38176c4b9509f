import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { type Db, statement } from '#platform/server/db/database.ts';
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

// Three candidate codes make a collision practically impossible.
const markIssued = statement<
  { code: string },
  [affiliateId: number, licenseID: number, source: string, codes: readonly string[]]
>(`
  update certification c set ecard_at = now(), ecard_source = $3, status_index = nextval('card_status_seq'),
    code = (select new.code from unnest($4::text[]) as new (code)
      where not exists (select from certification other where other.code = new.code) limit 1)
  where affiliate_id = $1 and license_id = $2 and ecard_at is null and revoked_at is null
  returning code`);
const selectState = statement<{ isRevoked: boolean; code: string | null }, [affiliateId: number, licenseID: number]>(`
  select revoked_at is not null as "isRevoked", code from certification where affiliate_id = $1 and license_id = $2`);

/**
 * Issues the eCard of a certification in the caller's transaction and queues signing and rendering. Of concurrent
 * calls, one issues it; the others return the existing one.
 */
export async function issueECard(
  db: Db,
  { affiliateId, licenseID, source }: NewECard,
): Promise<{ code: string; isNew: boolean }> {
  const codes = Array.from({ length: 3 }, () => createCardCode(randomBytes(8)));
  const [issued] = await markIssued(db, affiliateId, licenseID, source, codes);
  if (issued !== undefined) {
    await enqueue(db, signCardJob, { affiliateId, licenseID });
    return { code: issued.code, isNew: true };
  }
  const [row] = await selectState(db, affiliateId, licenseID);
  if (row?.isRevoked) throw fail('certifications.revoked');
  if (!row?.code) throw fail('certifications.no_card');
  return { code: row.code, isNew: false };
}
