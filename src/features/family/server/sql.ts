import { statement } from '../../../platform/server/db.ts';
import { nameOf } from '../../account/server/public.ts';
import type { Invite } from '../shared/contract.ts';

const moment = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Whoever asked may still speak for the child: who is no guardian any more lets nobody in, oneself by another address neither. */
const isStanding = (invite: string) => `(${invite}.invited_by = ${invite}.affiliate_id
  or exists (select from guardian_link b where b.affiliate_id = ${invite}.affiliate_id and b.guardian_id = ${invite}.invited_by))`;
/** Neither answered nor taken back nor over. */
const isOpen = (invite: string, now: string) =>
  `${invite}.accepted_at is null and ${invite}.withdrawn_at is null and ${invite}.expires_at > ${now} and ${isStanding(invite)}`;
const inviteColumns = (invite: string) => `'id', ${invite}.id, 'email', ${invite}.email,
  'createdDate', ${moment(`${invite}.created_at`)}, 'expiresDate', ${moment(`${invite}.expires_at`)}`;

const guardiansOf = (person: string) => `coalesce((
  select json_agg(json_build_object('affiliateId', q.affiliate_id, 'name', ${nameOf('q')}, 'isYou', q.affiliate_id = $1)
    order by g.created_at, q.affiliate_id)
  from guardian_link g join person q on q.affiliate_id = g.guardian_id
  where g.affiliate_id = ${person}.affiliate_id), '[]')`;
const invitesOf = (person: string) => `coalesce((
  select json_agg(json_build_object(${inviteColumns('i')}) order by i.created_at, i.id)
  from guardian_invite i where i.affiliate_id = ${person}.affiliate_id and ${isOpen('i', '$2::timestamptz')}), '[]')`;

export interface PersonRow {
  affiliateId: number;
  name: string;
  givenName: string;
  email: string | null;
  birthdate: string | null;
  language: string;
  sub: string;
}
export const personColumns = (person: string) => `${person}.affiliate_id as "affiliateId", ${nameOf(person)} as name,
  ${person}.given_name as "givenName", ${person}.email, ${person}.birthdate, ${person}.language, ${person}.sub`;

export const findPerson = statement<PersonRow, [affiliateId: number]>(
  `select ${personColumns('p')} from person p where p.affiliate_id = $1`,
);
/** Whoever changes who is whose guardian does so one after the other; what only refers to the child need not wait. */
export const lockPerson = statement<PersonRow, [affiliateId: number]>(
  `select ${personColumns('p')} from person p where p.affiliate_id = $1 for no key update`,
);
export const findPersonBySub = statement<PersonRow, [sub: string]>(
  `select ${personColumns('p')} from person p where p.sub = $1`,
);

export interface FamilyRow {
  birthdate: string | null;
  guardians: { affiliateId: number; name: string; isYou: boolean }[];
  invites: Invite[];
  children: {
    affiliateId: number;
    firstName: string;
    lastName: string;
    birthdate: string;
    hasEmail: boolean;
    guardians: FamilyRow['guardians'];
    invites: Invite[];
  }[];
}

/** All of the page at once; a child is one as long as it is a minor. */
export const selectFamily = statement<FamilyRow, [affiliateId: number, now: Date, today: string]>(`
  select me.birthdate, ${guardiansOf('me')} as guardians, ${invitesOf('me')} as invites,
    coalesce((
      select json_agg(json_build_object('affiliateId', c.affiliate_id, 'firstName', c.given_name,
        'lastName', c.family_name, 'birthdate', c.birthdate, 'hasEmail', c.email is not null,
        'guardians', ${guardiansOf('c')}, 'invites', ${invitesOf('c')}) order by c.birthdate, c.affiliate_id)
      from guardian_link l join person c on c.affiliate_id = l.affiliate_id
      where l.guardian_id = me.affiliate_id and c.birthdate > $3::date - interval '18 years'), '[]') as children
  from person me where me.affiliate_id = $1`);

export const listGuardians = statement<PersonRow, [affiliateId: number]>(`
  select ${personColumns('q')} from guardian_link g join person q on q.affiliate_id = g.guardian_id
  where g.affiliate_id = $1 order by g.created_at, q.affiliate_id`);
export const isGuardian = statement<{ affiliateId: number }, [affiliateId: number, guardianId: number]>(
  'select affiliate_id as "affiliateId" from guardian_link where affiliate_id = $1 and guardian_id = $2',
);
export const countChildren = statement<{ count: number }, [guardianId: number]>(
  'select count(*)::int as count from guardian_link where guardian_id = $1',
);
export const insertLink = statement<
  { affiliateId: number },
  [affiliateId: number, guardianId: number, createdAt: Date]
>(`
  insert into guardian_link (affiliate_id, guardian_id, created_at) values ($1, $2, $3)
  on conflict do nothing returning affiliate_id as "affiliateId"`);
export const deleteLink = statement<{ affiliateId: number }, [affiliateId: number, guardianId: number]>(`
  delete from guardian_link where affiliate_id = $1 and guardian_id = $2 returning affiliate_id as "affiliateId"`);

export interface InviteRow {
  id: string;
  affiliateId: number;
  email: string;
  invitedBy: number;
  draftId: string | null;
  createdDate: string;
  expiresDate: string;
  /** What waits for a signature is still there. */
  hasDraft: boolean;
}
const invite = `i.id, i.affiliate_id as "affiliateId", i.email, i.invited_by as "invitedBy", i.draft_id as "draftId",
  ${moment('i.created_at')} as "createdDate", ${moment('i.expires_at')} as "expiresDate",
  exists (select from form_draft d where d.affiliate_id = i.affiliate_id and d.id = i.draft_id
    and d.deleted_at is null) as "hasDraft"`;

export const countOpenInvites = statement<{ count: number }, [affiliateId: number, now: Date]>(`
  select count(*)::int as count from guardian_invite i where i.affiliate_id = $1 and ${isOpen('i', '$2')}`);
/** The same invitation to the same address is made to last again. */
export const renewInvite = statement<
  InviteRow,
  [affiliateId: number, email: string, now: Date, expiresAt: Date, draftId: string | null]
>(`
  update guardian_invite i set expires_at = $4, draft_id = coalesce($5, i.draft_id)
  where i.affiliate_id = $1 and lower(i.email) = lower($2) and ${isOpen('i', '$3')}
  returning ${invite}`);
export const insertInvite = statement<
  InviteRow,
  [affiliateId: number, email: string, invitedBy: number, draftId: string | null, createdAt: Date, expiresAt: Date]
>(`
  insert into guardian_invite as i (affiliate_id, email, invited_by, draft_id, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6) returning ${invite}`);
export const findOpenInvite = statement<InviteRow, [affiliateId: number, id: string, now: Date]>(
  `select ${invite} from guardian_invite i where i.affiliate_id = $1 and i.id = $2 and ${isOpen('i', '$3')}`,
);
/** Whose it is, for who may take it back. */
export const findInviteChild = statement<{ affiliateId: number }, [id: string]>(
  'select affiliate_id as "affiliateId" from guardian_invite where id = $1',
);
export const withdrawInvite = statement<{ id: string }, [affiliateId: number, id: string, now: Date]>(`
  update guardian_invite i set withdrawn_at = $3 where i.affiliate_id = $1 and i.id = $2 and ${isOpen('i', '$3')}
  returning i.id`);
export const restoreInvite = statement<InviteRow, [affiliateId: number, id: string, now: Date]>(`
  update guardian_invite i set withdrawn_at = null
  where i.affiliate_id = $1 and i.id = $2 and i.accepted_at is null and i.withdrawn_at is not null and i.expires_at > $3
  returning ${invite}`);
export const acceptInvite = statement<{ id: string }, [affiliateId: number, id: string, now: Date, by: number]>(`
  update guardian_invite i set accepted_at = $3, accepted_by = $4
  where i.affiliate_id = $1 and i.id = $2 and ${isOpen('i', '$3')} returning i.id`);
/** Nobody needs to know any more whom somebody asked. */
export const purgeInvites = statement<unknown, [now: Date]>(
  "delete from guardian_invite where expires_at < $1::timestamptz - interval '90 days'",
);
