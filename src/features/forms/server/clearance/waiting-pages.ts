import type { Context } from '#platform/server/http/context.ts';
import { statement } from '#platform/server/db/database.ts';
import { auditQueueRead, fullNameSql } from '#features/account/server/public.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import { familySql } from './family.ts';
import { hasPendingClearanceSql, isOpenCorrectionSql, namedInEarlierFormsSql } from './queries.ts';
import type { WaitingPage } from '#features/forms/shared/physician-contract.ts';
import { isActiveInstructorSql, isStoreSql } from '#features/professionals/server/public.ts';

interface WaitingRow {
  recordId: string;
  affiliateId: number;
  fullName: string;
  birthdate: string | null;
  signedAt: Date;
  uploadedAt: Date;
  kind: WaitingPage['kind'];
}

const limit = 200;

/** Forms that those named have not decided on after this many days are shown to staff. */
const escalateAfterDays = 3;

/**
 * Uploaded pages, physicians' responses and corrected answers to confirm. Expired and replaced forms and those of
 * erased divers are left out. $1 is today.
 */
const toConfirmSql = `form_record r join person p using (affiliate_id)
  where (r.medical_status = 'review' or ${hasPendingClearanceSql('r')} or ${isOpenCorrectionSql('r')}) and r.removed_at is null
    and r.valid_until >= $1::date and not starts_with(p.sub, 'erased:')
    and not exists (select from form_record n where n.affiliate_id = r.affiliate_id and n.replaces = r.id)`;

/**
 * The desk's queue: forms that name no active person outside the diver's family, or that those named have left open.
 */
export const waitingPagesSql = `${toConfirmSql}
    and (r.medical_changed_at < now() - interval '${escalateAfterDays} days' or not exists (select from person v
      where ((v.store_number = r.store_number and ${isStoreSql('v')})
          or (v.member_number = r.member_number and ${isActiveInstructorSql('v')}))
        and not starts_with(v.sub, 'erased:') and (not r.is_correction or ${namedInEarlierFormsSql('r', 'v')})
        and v.affiliate_id not in (select f.id from ${familySql('r.affiliate_id')} f)))`;

const listWaiting = statement<WaitingRow, [today: string, limit: number]>(`
  select r.id as "recordId", affiliate_id as "affiliateId", p.birthdate, r.signed_at as "signedAt",
    r.medical_changed_at as "uploadedAt", case when ${hasPendingClearanceSql('r')} then 'link' when r.medical_status = 'review' then 'page'
      else 'correction' end as kind,
    ${fullNameSql('p')} as "fullName"
  from ${waitingPagesSql}
  order by r.medical_changed_at, r.id limit $2`);

const selectWaiting = statement<unknown, [today: string, recordId: string]>(
  `select from ${toConfirmSql} and r.id = $2`,
);

/** Whether the record has something to confirm, which staff may then read; the rest of the form stays hidden. */
export async function needsConfirmation({ db, now }: Pick<Context, 'db' | 'now'>, recordId: string): Promise<boolean> {
  return (await selectWaiting(db, toIsoDate(now), recordId)).length > 0;
}

export async function listWaitingPages(ctx: Context): Promise<WaitingPage[]> {
  const today = toIsoDate(ctx.now);
  const rows = await listWaiting(ctx.db, today, limit);
  await auditQueueRead(
    ctx,
    'page',
    rows.map(({ affiliateId }) => affiliateId),
  );
  return rows.map(({ birthdate, signedAt, uploadedAt, ...row }) => ({
    ...row,
    isMinor: isMinor(birthdate, today),
    signedDate: signedAt.toISOString(),
    uploadedDate: uploadedAt.toISOString(),
  }));
}
