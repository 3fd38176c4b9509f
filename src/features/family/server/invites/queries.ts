import { isoTimestampSql } from '#platform/server/db/iso-timestamp-sql.ts';
import { statement } from '#platform/server/db/database.ts';
import { fullNameSql } from '#features/account/server/public.ts';

/** The inviter can still decide for the child: staff, a guardian, or a minor who never had a guardian. */
const canInviterDecideSql = (invite: string) => `(${invite}.is_by_staff
  or exists (select from guardian_link b where b.affiliate_id = ${invite}.affiliate_id and b.guardian_id = ${invite}.invited_by)
  or (${invite}.invited_by = ${invite}.affiliate_id and exists (select from person w
    where w.affiliate_id = ${invite}.affiliate_id and w.first_guardian_at is null)))`;

/** Neither accepted, withdrawn, vetoed nor expired. */
const isOpenSql = (invite: string, now: string) =>
  `${invite}.accepted_at is null and ${invite}.withdrawn_at is null and ${invite}.vetoed_at is null
    and ${invite}.expires_at > ${now} and ${canInviterDecideSql(invite)}`;

/** A guardian other than the inviter who has not agreed yet. */
const isUndecidedSql = (invite: string, guardian: string) => `${guardian}.affiliate_id = ${invite}.affiliate_id
  and ${guardian}.guardian_id <> ${invite}.invited_by
  and not exists (select from guardian_agreement o where o.affiliate_id = ${invite}.affiliate_id
    and o.invite_id = ${invite}.id and o.guardian_id = ${guardian}.guardian_id)`;

/** Open invitations on the family page; $1 is the reader, $2 now. */
export const inviteListSql = (person: string) => `coalesce((
  select json_agg(json_build_object('id', i.id, 'email', i.email, 'createdDate', ${isoTimestampSql('i.created_at')},
    'expiresDate', ${isoTimestampSql('i.expires_at')}, 'state', case when i.sent_at is null then 'proposed' else 'sent' end,
    'sendDate', case when i.sent_at is null then ${isoTimestampSql('i.send_after')} end,
    'invitedBy', case when i.is_by_staff then '' else coalesce(${fullNameSql('n')}, '') end, 'isYours', i.invited_by = $1,
    'needsYou', i.sent_at is null and exists (select from guardian_link u where u.guardian_id = $1 and ${isUndecidedSql('i', 'u')}))
    order by i.created_at, i.id)
  from guardian_invite i left join person n on n.affiliate_id = i.invited_by
  where i.affiliate_id = ${person}.affiliate_id and ${isOpenSql('i', '$2::timestamptz')}), '[]')`;

export interface InviteRow {
  id: string;
  affiliateId: number;
  email: string;
  invitedBy: number;
  isByStaff: boolean;
  draftId: string | null;
  createdDate: string;
  expiresDate: string;
  /** Null once it is sent. */
  sendDate: string | null;
  isSent: boolean;
  /** The form to be signed still exists. */
  hasDraft: boolean;
}

const columns = `i.id, i.affiliate_id as "affiliateId", i.email, i.invited_by as "invitedBy",
  i.is_by_staff as "isByStaff", i.draft_id as "draftId", ${isoTimestampSql('i.created_at')} as "createdDate",
  ${isoTimestampSql('i.expires_at')} as "expiresDate", i.sent_at is not null as "isSent",
  case when i.sent_at is null then ${isoTimestampSql('i.send_after')} end as "sendDate",
  exists (select from form_draft d where d.affiliate_id = i.affiliate_id and d.id = i.draft_id
    and d.deleted_at is null) as "hasDraft"`;

export const countOpenInvites = statement<{ count: number }, [affiliateId: number, now: Date]>(`
  select count(*)::int as count from guardian_invite i where i.affiliate_id = $1 and ${isOpenSql('i', '$2')}`);

/** The open invitation to the same address. */
export const findInviteTo = statement<InviteRow, [affiliateId: number, email: string, now: Date]>(`
  select ${columns} from guardian_invite i
  where i.affiliate_id = $1 and lower(i.email) = lower($2) and ${isOpenSql('i', '$3')}`);

export const renewInvite = statement<
  InviteRow,
  [affiliateId: number, id: string, expiresAt: Date, draftId: string | null]
>(`
  update guardian_invite i set expires_at = $3, draft_id = coalesce($4, i.draft_id)
  where i.affiliate_id = $1 and i.id = $2 returning ${columns}`);

export const insertInvite = statement<
  InviteRow,
  [
    affiliateId: number,
    email: string,
    invitedBy: number,
    isByStaff: boolean,
    draftId: string | null,
    createdAt: Date,
    sendAfter: Date,
    expiresAt: Date,
  ]
>(`
  insert into guardian_invite as i (affiliate_id, email, invited_by, is_by_staff, draft_id, created_at, send_after, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${columns}`);

export const findOpenInvite = statement<InviteRow, [affiliateId: number, id: string, now: Date]>(
  `select ${columns} from guardian_invite i where i.affiliate_id = $1 and i.id = $2 and ${isOpenSql('i', '$3')}`,
);

/** `sent_at is null` makes parallel calls send it only once. */
export const markSent = statement<InviteRow, [affiliateId: number, id: string, now: Date, expiresAt: Date]>(`
  update guardian_invite i set sent_at = $3, expires_at = $4
  where i.affiliate_id = $1 and i.id = $2 and i.sent_at is null and ${isOpenSql('i', '$3')} returning ${columns}`);

export const listUndecided = statement<{ guardianId: number }, [affiliateId: number, id: string]>(`
  select g.guardian_id::int as "guardianId" from guardian_invite i, guardian_link g
  where i.affiliate_id = $1 and i.id = $2 and ${isUndecidedSql('i', 'g')} order by 1`);

export const insertAgreement = statement<unknown, [affiliateId: number, id: string, guardianId: number, now: Date]>(`
  insert into guardian_agreement (affiliate_id, invite_id, guardian_id, agreed_at)
  values ($1, $2, $3, $4) on conflict do nothing`);

export const vetoInvite = statement<InviteRow, [affiliateId: number, id: string, now: Date, by: number]>(`
  update guardian_invite i set vetoed_at = $3, vetoed_by = $4
  where i.affiliate_id = $1 and i.id = $2 and i.sent_at is null and ${isOpenSql('i', '$3')} returning ${columns}`);

/**
 * Guardians who stopped an invitation to the same address, by a veto or by withdrawing another guardian's, and have not
 * invited it themselves since.
 */
export const listVetoes = statement<{ guardianId: number }, [affiliateId: number, email: string, invitedBy: number]>(`
  select g.guardian_id::int as "guardianId" from guardian_link g
  where g.affiliate_id = $1 and g.guardian_id <> $3 and exists (
    select from guardian_invite v where v.affiliate_id = $1 and lower(v.email) = lower($2)
      and v.invited_by <> g.guardian_id and g.guardian_id in (v.vetoed_by, v.withdrawn_by)
      and not exists (select from guardian_invite o where o.affiliate_id = $1 and lower(o.email) = lower($2)
        and o.invited_by = g.guardian_id and o.created_at > coalesce(v.vetoed_at, v.withdrawn_at)))`);

export const findInviteChild = statement<{ affiliateId: number }, [id: string]>(
  'select affiliate_id as "affiliateId" from guardian_invite where id = $1',
);

export const withdrawInvite = statement<{ id: string }, [affiliateId: number, id: string, now: Date, by: number]>(`
  update guardian_invite i set withdrawn_at = $3, withdrawn_by = $4
  where i.affiliate_id = $1 and i.id = $2 and ${isOpenSql('i', '$3')} returning i.id`);

/** Undoes a withdrawal for a short time only, because other guardians don't see a withdrawn invitation. */
export const restoreInvite = statement<
  InviteRow,
  [affiliateId: number, id: string, now: Date, by: number, withdrawnAfter: Date]
>(`
  update guardian_invite i set withdrawn_at = null, withdrawn_by = null
  where i.affiliate_id = $1 and i.id = $2 and i.accepted_at is null and i.withdrawn_by = $4 and i.expires_at > $3
    and i.withdrawn_at > $5 and ${canInviterDecideSql('i')}
  returning ${columns}`);

/** Restarts the veto period and deletes the agreements. */
export const restartProposal = statement<
  InviteRow,
  [affiliateId: number, id: string, sendAfter: Date, expiresAt: Date]
>(`
  with forgotten as (delete from guardian_agreement where affiliate_id = $1 and invite_id = $2)
  update guardian_invite i set send_after = $3, expires_at = $4
  where i.affiliate_id = $1 and i.id = $2 and i.sent_at is null returning ${columns}`);

/** Only a sent, open invitation can be accepted, and only once. */
export const acceptInvite = statement<{ id: string }, [affiliateId: number, id: string, now: Date, by: number]>(`
  update guardian_invite i set accepted_at = $3, accepted_by = $4
  where i.affiliate_id = $1 and i.id = $2 and i.sent_at is not null and ${isOpenSql('i', '$3')} returning i.id`);

export const listOpenInvites = statement<InviteRow & { invitedByName: string }, [affiliateId: number, now: Date]>(`
  select ${columns}, coalesce(${fullNameSql('n')}, '') as "invitedByName"
  from guardian_invite i left join person n on n.affiliate_id = i.invited_by
  where i.affiliate_id = $1 and ${isOpenSql('i', '$2')} order by i.created_at, i.id`);

/** Invitations that other guardians can still veto, for the desk. */
export const listProposedInvites = statement<
  { affiliateId: number; childName: string; name: string; date: string },
  [now: Date]
>(`
  select i.affiliate_id::int as "affiliateId", ${fullNameSql('c')} as "childName", i.email as name,
    ${isoTimestampSql('i.created_at')} as date
  from guardian_invite i join person c on c.affiliate_id = i.affiliate_id
  where i.sent_at is null and ${isOpenSql('i', '$1')} order by i.created_at limit 200`);

/** Invited addresses are personal data and are deleted 90 days after the invitation expired. */
export const purgeInvites = statement<unknown, [now: Date]>(
  "delete from guardian_invite where expires_at < $1::timestamptz - interval '90 days'",
);
