import { expressionBuilder, sql, type Expression } from 'kysely';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import { queryCreator } from '#platform/server/db/query-compiler.ts';
import { isoTimestamp } from '#platform/server/db/iso-timestamp.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import type { Invite } from '#features/family/shared/contract.ts';
import type { GuardianRequest } from '#features/family/shared/guardian-desk-endpoints.ts';

const invite = expressionBuilder<Tables, 'guardian_invite'>();

/** The inviter can still decide for the child: staff, a guardian, or a minor who never had a guardian. */
const canInviterDecide = invite.or([
  invite.ref('guardian_invite.is_by_staff'),
  invite.exists(
    invite
      .selectFrom('guardian_link as b')
      .whereRef('b.affiliate_id', '=', 'guardian_invite.affiliate_id')
      .whereRef('b.guardian_id', '=', 'guardian_invite.invited_by'),
  ),
  invite.and([
    invite('guardian_invite.invited_by', '=', invite.ref('guardian_invite.affiliate_id')),
    invite.exists(
      invite
        .selectFrom('person as w')
        .whereRef('w.affiliate_id', '=', 'guardian_invite.affiliate_id')
        .where('w.first_guardian_at', 'is', null),
    ),
  ]),
]);

/** Neither accepted, withdrawn, vetoed nor expired. */
const isOpen = (now: Expression<Date>) =>
  invite.and([
    invite('guardian_invite.accepted_at', 'is', null),
    invite('guardian_invite.withdrawn_at', 'is', null),
    invite('guardian_invite.vetoed_at', 'is', null),
    invite('guardian_invite.expires_at', '>', now),
    canInviterDecide,
  ]);

const invitedGuardian = expressionBuilder<Tables, 'guardian_invite' | 'guardian_link'>();

/** A guardian other than the inviter who has not agreed yet. */
const isUndecided = invitedGuardian.and([
  invitedGuardian('guardian_link.affiliate_id', '=', invitedGuardian.ref('guardian_invite.affiliate_id')),
  invitedGuardian('guardian_link.guardian_id', '<>', invitedGuardian.ref('guardian_invite.invited_by')),
  invitedGuardian.not(
    invitedGuardian.exists(
      invitedGuardian
        .selectFrom('guardian_agreement as o')
        .whereRef('o.affiliate_id', '=', 'guardian_invite.affiliate_id')
        .whereRef('o.invite_id', '=', 'guardian_invite.id')
        .whereRef('o.guardian_id', '=', 'guardian_link.guardian_id'),
    ),
  ),
]);

/** Null once the invitation is sent. */
const sendDate = invite
  .case()
  .when('guardian_invite.sent_at', 'is', null)
  .then(isoTimestamp('guardian_invite.send_after'))
  .end()
  .as('sendDate');

/** Open invitations on the family page. */
export const selectShownInvites = (affiliateId: Expression<number>, p: Params<{ readerId: number; now: Date }>) =>
  queryCreator
    .selectFrom('guardian_invite')
    .leftJoin('person_name as n', 'n.affiliate_id', 'guardian_invite.invited_by')
    .select((eb) => [
      'guardian_invite.id',
      'guardian_invite.email',
      isoTimestamp('guardian_invite.created_at').as('createdDate'),
      isoTimestamp('guardian_invite.expires_at').as('expiresDate'),
      eb
        .case()
        .when('guardian_invite.sent_at', 'is', null)
        .then('proposed')
        .else('sent')
        .end()
        .$castTo<Invite['state']>()
        .as('state'),
      sendDate,
      eb
        .case()
        .when(eb.ref('guardian_invite.is_by_staff'))
        .then('')
        .else(eb.fn.coalesce('n.full_name', sql.lit('')))
        .end()
        .as('invitedBy'),
      eb('guardian_invite.invited_by', '=', p.readerId).$castTo<boolean>().as('isYours'),
      eb
        .and([
          eb('guardian_invite.sent_at', 'is', null),
          eb.exists(
            eb.selectFrom('guardian_link').where('guardian_link.guardian_id', '=', p.readerId).where(isUndecided),
          ),
        ])
        .$castTo<boolean>()
        .as('needsYou'),
    ])
    .where('guardian_invite.affiliate_id', '=', affiliateId)
    .where(isOpen(p.now))
    .orderBy('guardian_invite.created_at')
    .orderBy('guardian_invite.id');

/** The address that was last sent an invitation to sign this draft, while the invitation is open. */
export const selectInvitedAddress = (
  draft: { affiliateId: Expression<number>; draftId: Expression<string> },
  now: Expression<Date>,
) =>
  queryCreator
    .selectFrom('guardian_invite')
    .select('guardian_invite.email')
    .where('guardian_invite.affiliate_id', '=', draft.affiliateId)
    .where('guardian_invite.draft_id', '=', draft.draftId)
    .where('guardian_invite.sent_at', 'is not', null)
    .where(isOpen(now))
    // Resending extends the expiry.
    .orderBy('guardian_invite.expires_at', 'desc')
    .limit(1);

const columns = [
  'guardian_invite.id',
  'guardian_invite.affiliate_id as affiliateId',
  'guardian_invite.email',
  'guardian_invite.invited_by as invitedBy',
  'guardian_invite.is_by_staff as isByStaff',
  'guardian_invite.draft_id as draftId',
  isoTimestamp('guardian_invite.created_at').as('createdDate'),
  isoTimestamp('guardian_invite.expires_at').as('expiresDate'),
  invite('guardian_invite.sent_at', 'is not', null).$castTo<boolean>().as('isSent'),
  sendDate,
  // The form to be signed still exists.
  invite
    .exists(
      invite
        .selectFrom('form_draft as d')
        .whereRef('d.affiliate_id', '=', 'guardian_invite.affiliate_id')
        .whereRef('d.id', '=', 'guardian_invite.draft_id')
        .where('d.deleted_at', 'is', null),
    )
    .$castTo<boolean>()
    .as('hasDraft'),
] as const;

export const countOpenInvites = query((db, p: Params<{ affiliateId: number; now: Date }>) =>
  db
    .selectFrom('guardian_invite')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('affiliate_id', '=', p.affiliateId)
    .where(isOpen(p.now)),
);

/** The open invitation to the same address. */
export const findInviteTo = query((db, p: Params<{ affiliateId: number; email: string; now: Date }>) =>
  db
    .selectFrom('guardian_invite')
    .select(columns)
    .where('affiliate_id', '=', p.affiliateId)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', eb.fn<string>('lower', [p.email])))
    .where(isOpen(p.now)),
);

interface InviteRenewal {
  affiliateId: number;
  id: string;
  expiresAt: Date;
  draftId: string | null;
}

export const renewInvite = query((db, p: Params<InviteRenewal>) =>
  db
    .updateTable('guardian_invite')
    .set((eb) => ({ expires_at: p.expiresAt, draft_id: eb.fn.coalesce(p.draftId, 'draft_id') }))
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .returning(columns),
);

interface NewInviteRow {
  affiliateId: number;
  email: string;
  invitedBy: number;
  isByStaff: boolean;
  draftId: string | null;
  now: Date;
  sendAfter: Date;
  expiresAt: Date;
}

export const insertInvite = query((db, p: Params<NewInviteRow>) =>
  db
    .insertInto('guardian_invite')
    .values({
      affiliate_id: p.affiliateId,
      email: p.email,
      invited_by: p.invitedBy,
      is_by_staff: p.isByStaff,
      draft_id: p.draftId,
      created_at: p.now,
      send_after: p.sendAfter,
      expires_at: p.expiresAt,
    })
    .returning(columns),
);

export const findOpenInvite = query((db, p: Params<{ affiliateId: number; id: string; now: Date }>) =>
  db
    .selectFrom('guardian_invite')
    .select(columns)
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .where(isOpen(p.now)),
);
export type InviteRow = Row<typeof findOpenInvite>;

/** `sent_at is null` makes parallel calls send it only once. */
export const markSent = query((db, p: Params<{ affiliateId: number; id: string; now: Date; expiresAt: Date }>) =>
  db
    .updateTable('guardian_invite')
    .set({ sent_at: p.now, expires_at: p.expiresAt })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .where('sent_at', 'is', null)
    .where(isOpen(p.now))
    .returning(columns),
);

export const listUndecided = query((db, p: Params<{ affiliateId: number; id: string }>) =>
  db
    .selectFrom(['guardian_invite', 'guardian_link'])
    .select('guardian_link.guardian_id as guardianId')
    .where('guardian_invite.affiliate_id', '=', p.affiliateId)
    .where('guardian_invite.id', '=', p.id)
    .where(isUndecided)
    .orderBy('guardian_link.guardian_id'),
);

interface Agreement {
  affiliateId: number;
  id: string;
  guardianId: number;
  now: Date;
}

export const insertAgreement = query((db, p: Params<Agreement>) =>
  db
    .insertInto('guardian_agreement')
    .values({ affiliate_id: p.affiliateId, invite_id: p.id, guardian_id: p.guardianId, agreed_at: p.now })
    .onConflict((conflict) => conflict.doNothing()),
);

interface InviteDecision {
  affiliateId: number;
  id: string;
  now: Date;
  by: number;
}

export const vetoInvite = query((db, p: Params<InviteDecision>) =>
  db
    .updateTable('guardian_invite')
    .set({ vetoed_at: p.now, vetoed_by: p.by })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .where('sent_at', 'is', null)
    .where(isOpen(p.now)),
);

/**
 * Guardians who stopped an invitation to the same address, by a veto or by withdrawing another guardian's, and have not
 * invited it themselves since.
 */
export const listVetoes = query((db, p: Params<{ affiliateId: number; email: string; invitedBy: number }>) =>
  db
    .selectFrom('guardian_link as g')
    .select('g.guardian_id as guardianId')
    .where('g.affiliate_id', '=', p.affiliateId)
    .where('g.guardian_id', '<>', p.invitedBy)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('guardian_invite as v')
          .where('v.affiliate_id', '=', p.affiliateId)
          .where((eb) => eb(eb.fn<string>('lower', ['v.email']), '=', eb.fn<string>('lower', [p.email])))
          .whereRef('v.invited_by', '<>', 'g.guardian_id')
          .where((eb) => eb('g.guardian_id', 'in', [eb.ref('v.vetoed_by'), eb.ref('v.withdrawn_by')]))
          .where((eb) =>
            eb.not(
              eb.exists(
                eb
                  .selectFrom('guardian_invite as o')
                  .where('o.affiliate_id', '=', p.affiliateId)
                  .where((eb) => eb(eb.fn<string>('lower', ['o.email']), '=', eb.fn<string>('lower', [p.email])))
                  .whereRef('o.invited_by', '=', 'g.guardian_id')
                  .where((eb) => eb('o.created_at', '>', eb.fn.coalesce('v.vetoed_at', 'v.withdrawn_at'))),
              ),
            ),
          ),
      ),
    ),
);

export const findInviteChild = query((db, p: Params<{ id: string }>) =>
  db.selectFrom('guardian_invite').select('affiliate_id as affiliateId').where('id', '=', p.id),
);

export const withdrawInvite = query((db, p: Params<InviteDecision>) =>
  db
    .updateTable('guardian_invite')
    .set({ withdrawn_at: p.now, withdrawn_by: p.by })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .where(isOpen(p.now)),
);

/** Undoes a withdrawal for a short time only, because other guardians don't see a withdrawn invitation. */
export const restoreInvite = query((db, p: Params<InviteDecision & { withdrawnAfter: Date }>) =>
  db
    .updateTable('guardian_invite')
    .set({ withdrawn_at: null, withdrawn_by: null })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .where('accepted_at', 'is', null)
    .where('withdrawn_by', '=', p.by)
    .where('expires_at', '>', p.now)
    .where('withdrawn_at', '>', p.withdrawnAfter)
    .where(canInviterDecide)
    .returning(columns),
);

interface ProposalPeriod {
  affiliateId: number;
  id: string;
  sendAfter: Date;
  expiresAt: Date;
}

/** Restarts the veto period and deletes the agreements. */
export const restartProposal = query((db, p: Params<ProposalPeriod>) =>
  db
    .with('deleted', (db) =>
      db.deleteFrom('guardian_agreement').where('affiliate_id', '=', p.affiliateId).where('invite_id', '=', p.id),
    )
    .updateTable('guardian_invite')
    .set({ send_after: p.sendAfter, expires_at: p.expiresAt })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .where('sent_at', 'is', null)
    .returning(columns),
);

/** Only a sent, open invitation can be accepted, and only once. */
export const acceptInvite = query((db, p: Params<InviteDecision>) =>
  db
    .updateTable('guardian_invite')
    .set({ accepted_at: p.now, accepted_by: p.by })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .where('sent_at', 'is not', null)
    .where(isOpen(p.now))
    .returning('id'),
);

export const listOpenInvites = query((db, p: Params<{ affiliateId: number; now: Date }>) =>
  db
    .selectFrom('guardian_invite')
    .leftJoin('person_name as n', 'n.affiliate_id', 'guardian_invite.invited_by')
    .select(columns)
    .select((eb) => eb.fn.coalesce('n.full_name', sql.lit('')).as('invitedByName'))
    .where('guardian_invite.affiliate_id', '=', p.affiliateId)
    .where(isOpen(p.now))
    .orderBy('guardian_invite.created_at')
    .orderBy('guardian_invite.id'),
);

/** Invitations that other guardians can still veto, for the desk. */
export const selectProposedInvites = (now: Expression<Date>) =>
  queryCreator
    .selectFrom('guardian_invite')
    .innerJoin('person_name as c', 'c.affiliate_id', 'guardian_invite.affiliate_id')
    .select([
      sql.lit<GuardianRequest['kind']>('invite').as('kind'),
      'guardian_invite.id',
      'guardian_invite.affiliate_id as affiliateId',
      'c.full_name as childName',
      'guardian_invite.email as name',
      'guardian_invite.created_at as at',
    ])
    .where('guardian_invite.sent_at', 'is', null)
    .where(isOpen(now));

/** Invited addresses are personal data and are deleted 90 days after the invitation expired. */
export const deleteOldInvites = query((db, p: Params<{ now: Date }>) =>
  db.deleteFrom('guardian_invite').where('expires_at', '<', sql<Date>`${p.now}::timestamptz - interval '90 days'`),
);
