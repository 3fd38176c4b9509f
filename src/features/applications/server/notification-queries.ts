import { query, type Params, type Row } from '#platform/server/db/query.ts';

const recipientColumns = ['n.affiliate_id as id', 'n.language', 'n.full_name as name'] as const;

/** Erased accounts are skipped. */
export const listRecipients = query((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .selectFrom('person_name as n')
    .select(recipientColumns)
    .where((eb) => eb('n.affiliate_id', '=', eb.fn.any(p.ids)))
    .where('n.is_erased', '=', false),
);

export type Recipient = Row<typeof listRecipients>;

export const listDeskStaff = query((db) =>
  db
    .selectFrom('staff_member as s')
    .innerJoin('person_name as n', 'n.affiliate_id', 's.affiliate_id')
    .select(recipientColumns)
    .orderBy('s.affiliate_id'),
);

/** The latest approval, which the fee is paid for. */
export const findApproval = query((db, p: Params<{ affiliateId: number; applicationId: number }>) =>
  db
    .selectFrom('application_step')
    .select(['id', 'at'])
    .where('affiliate_id', '=', p.affiliateId)
    .where('application_id', '=', p.applicationId)
    .where('action', '=', 'approve')
    .orderBy('seq', 'desc')
    .limit(1),
);

/** A desk decision, provided no step has followed it. */
export const findCurrentDecision = query(
  (db, p: Params<{ affiliateId: number; applicationId: number; stepId: string }>) =>
    db
      .selectFrom('application_step as s')
      .select(['s.action', 's.note'])
      .where('s.affiliate_id', '=', p.affiliateId)
      .where('s.application_id', '=', p.applicationId)
      .where('s.id', '=', p.stepId)
      .where('s.action', 'in', ['approve', 'send_back', 'reject'])
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('application_step as o')
              .whereRef('o.affiliate_id', '=', 's.affiliate_id')
              .whereRef('o.application_id', '=', 's.application_id')
              .whereRef('o.seq', '>', 's.seq'),
          ),
        ),
      ),
);
