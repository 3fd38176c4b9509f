import { sql } from 'kysely';
import { query, type Params } from '#platform/server/db/query.ts';
import { affiliateType } from '#domain/roles.ts';

interface Promotion {
  affiliateId: number;
  affiliateTypeId: typeof affiliateType.divemaster | typeof affiliateType.instructor;
}

/**
 * Makes a diver or professional a divemaster or an instructor, with a member number and an active membership. An
 * instructor who becomes a divemaster stays an instructor with the same status: a lapsed instructor can't return to
 * teaching by applying as a divemaster. Returns no row for stores and staff.
 */
export const promoteToProfessional = query((db, p: Params<Promotion>) => {
  const { diver, divemaster, instructor } = affiliateType;
  return db
    .updateTable('person')
    .set((eb) => {
      const isHigher = eb('affiliate_type_id', '=', instructor).and(p.affiliateTypeId, '=', divemaster);
      return {
        affiliate_type_id: eb.case().when(isHigher).then(eb.ref('affiliate_type_id')).else(p.affiliateTypeId).end(),
        member_status: eb.case().when(isHigher).then(eb.ref('member_status')).else('Active').end(),
        member_number: eb.fn.coalesce('member_number', sql<number>`nextval('member_number_seq')::int`),
        version: eb('version', '+', 1),
      };
    })
    .where('affiliate_id', '=', p.affiliateId)
    .where('affiliate_type_id', 'in', [diver, divemaster, instructor])
    .returning((eb) => eb.ref('member_number').$notNull().as('memberNumber'));
});
