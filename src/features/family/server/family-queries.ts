import type { Expression } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { query, type Params } from '#platform/server/db/query.ts';
import { queryCreator } from '#platform/server/db/query-compiler.ts';
import { selectOwnRemovals, selectRemovalRequests } from './guardians/removal-queries.ts';
import { selectShownInvites } from './invites/queries.ts';
import { adultBirthdate, selectOpenFormCount } from './queries.ts';

/** The guardians of a person as the reader sees them. */
const selectShownGuardians = (affiliateId: Expression<number>, p: Params<{ readerId: number }>) =>
  queryCreator
    .selectFrom('guardian_link as g')
    .innerJoin('person_name as n', 'n.affiliate_id', 'g.guardian_id')
    .select((eb) => [
      'g.guardian_id as affiliateId',
      'n.full_name as name',
      eb('g.guardian_id', '=', p.readerId).$castTo<boolean>().as('isYou'),
    ])
    .where('g.affiliate_id', '=', affiliateId)
    .orderBy('g.created_at')
    .orderBy('g.guardian_id');

/** Loads the whole family page in one query. A child is listed only while it is a minor. */
export const findFamily = query((db, p: Params<{ readerId: number; now: Date; today: string }>) =>
  db
    .selectFrom('person as me')
    .select((eb) => [
      'me.birthdate',
      eb('me.first_guardian_at', 'is not', null).$castTo<boolean>().as('hadGuardian'),
      jsonArrayFrom(selectShownGuardians(eb.ref('me.affiliate_id'), p)).as('guardians'),
      jsonArrayFrom(selectShownInvites(eb.ref('me.affiliate_id'), p)).as('invites'),
      jsonArrayFrom(selectOwnRemovals(p)).as('removals'),
      jsonArrayFrom(
        eb
          .selectFrom('guardian_link as l')
          .innerJoin('person as c', 'c.affiliate_id', 'l.affiliate_id')
          .select((eb) => [
            'c.affiliate_id as affiliateId',
            'c.given_name as firstName',
            'c.family_name as lastName',
            eb.ref('c.birthdate').$notNull().as('birthdate'),
            eb('c.email', 'is not', null).$castTo<boolean>().as('hasEmail'),
            jsonArrayFrom(selectShownGuardians(eb.ref('c.affiliate_id'), p)).as('guardians'),
            jsonArrayFrom(selectShownInvites(eb.ref('c.affiliate_id'), p)).as('invites'),
            jsonArrayFrom(selectRemovalRequests(eb.ref('c.affiliate_id'), p)).as('removalRequests'),
            selectOpenFormCount(eb.ref('c.affiliate_id')).$asScalar().$notNull().as('openForms'),
          ])
          .whereRef('l.guardian_id', '=', 'me.affiliate_id')
          .where('c.birthdate', '>', adultBirthdate(p.today))
          .orderBy('c.birthdate')
          .orderBy('c.affiliate_id'),
      ).as('children'),
    ])
    .where('me.affiliate_id', '=', p.readerId),
);
