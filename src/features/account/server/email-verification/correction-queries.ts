import { statement } from '#platform/server/db/database.ts';
import { isEmailReservedSql } from '#features/identity/server/public.ts';

export interface CorrectionRow {
  affiliateId: number;
  id: string;
  sub: string;
  oldEmail: string;
  newEmail: string;
  /** The account's current address, which a later correction may have changed again. */
  currentEmail: string;
  reason: string;
  requestedAt: Date;
  isPending: boolean;
  isConfirmed: boolean;
  givenName: string;
  language: string;
  birthdate: string | null;
}

const columns = `c.affiliate_id as "affiliateId", c.id, p.sub, c.old_email as "oldEmail", c.new_email as "newEmail",
  coalesce(p.email, '') as "currentEmail", c.reason, c.requested_at as "requestedAt", c.confirmed_at is null and c.cancelled_at is null as "isPending",
  c.confirmed_at is not null and c.reverted_at is null as "isConfirmed", p.given_name as "givenName", p.language, p.birthdate`;

export const findPending = statement<CorrectionRow, [affiliateId: number]>(`
  select ${columns} from email_correction c join person p using (affiliate_id)
  where c.affiliate_id = $1 and c.confirmed_at is null and c.cancelled_at is null`);

export const findCorrection = statement<CorrectionRow, [affiliateId: number, id: string]>(`
  select ${columns} from email_correction c join person p using (affiliate_id)
  where c.affiliate_id = $1 and c.id = $2`);

/** Locked, so two parallel requests are handled one after the other. */
export const lockCorrection = statement<CorrectionRow, [affiliateId: number, id: string]>(`
  select ${columns} from email_correction c join person p using (affiliate_id)
  where c.affiliate_id = $1 and c.id = $2 for update of c`);

export const insertCorrection = statement<
  { id: string; requestedAt: Date },
  [affiliateId: number, oldEmail: string, newEmail: string, reason: string, requestedBy: number]
>(`
  insert into email_correction (affiliate_id, old_email, new_email, reason, requested_by) values ($1, $2, $3, $4, $5)
  returning id, requested_at as "requestedAt"`);

export const cancelPending = statement<{ id: string }, [affiliateId: number]>(`
  update email_correction set cancelled_at = now()
  where affiliate_id = $1 and confirmed_at is null and cancelled_at is null returning id`);

export const confirmCorrection = statement<unknown, [affiliateId: number, id: string]>(
  'update email_correction set confirmed_at = now() where affiliate_id = $1 and id = $2',
);

/** Reverts later corrections as well, because they all led away from this address. */
export const revertCorrection = statement<unknown, [affiliateId: number, id: string]>(`
  update email_correction c set reverted_at = now() from email_correction first
  where first.affiliate_id = $1 and first.id = $2 and c.affiliate_id = $1
    and c.confirmed_at >= first.confirmed_at and c.reverted_at is null`);

/** Updated together with the account's address. */
export const updatePersonEmail = statement<unknown, [affiliateId: number, email: string]>(`
  update person set email = $2, email_verified_at = now(), version = version + 1 where affiliate_id = $1`);

export const isEmailTaken = statement<{ taken: boolean }, [email: string, sub: string]>(`
  select exists (select from account where lower(email) = lower($1) and sub::text <> $2)
    or exists (select from person where lower(email) = lower($1) and sub <> $2)
    or ${isEmailReservedSql('$1', '$2')} as taken`);
