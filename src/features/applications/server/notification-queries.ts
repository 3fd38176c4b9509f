import { statement } from '#platform/server/db/database.ts';
import { fullNameSql } from '#features/account/server/public.ts';

export interface Recipient {
  id: number;
  name: string;
  language: string;
}

const recipientColumns = `p.affiliate_id as id, p.language,
  ${fullNameSql('p')} as name`;

/** Erased accounts have no name and are skipped. */
export const listRecipients = statement<Recipient, [ids: readonly number[]]>(`
  select ${recipientColumns} from person p where p.affiliate_id = any($1::bigint[]) and p.given_name || p.family_name <> ''`);

export const listDeskStaff = statement<Recipient, []>(`
  select ${recipientColumns} from person p where p.affiliate_type_id = 9 and p.given_name || p.family_name <> ''
  order by p.affiliate_id`);

/** The latest approval, which the fee is paid for. */
export const findApproval = statement<{ id: string; at: Date }, [affiliateId: number, applicationId: number]>(`
  select id, at from application_step where affiliate_id = $1 and application_id = $2 and action = 'approve'
  order by seq desc limit 1`);

/** A desk decision, provided no step has followed it. */
export const findCurrentDecision = statement<
  { action: 'approve' | 'send_back' | 'reject'; note: string },
  [affiliateId: number, applicationId: number, stepId: string]
>(`
  select s.action, s.note from application_step s
  where s.affiliate_id = $1 and s.application_id = $2 and s.id = $3 and s.action in ('approve', 'send_back', 'reject')
    and not exists (select from application_step o
      where o.affiliate_id = s.affiliate_id and o.application_id = s.application_id and o.seq > s.seq)`);
