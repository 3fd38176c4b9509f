import { type Db, statement } from '#platform/server/db/database.ts';

/** An outside card as other features see it. */
export interface OutsideCard {
  id: string;
  agency: string;
  level: string;
  number: string;
  certDate: string | null;
  hasPicture: boolean;
}

const selectOutsideCards = statement<OutsideCard, [affiliateId: number]>(`
  select id, agency, level, number, cert_date as "certDate", file_key is not null as "hasPicture"
  from outside_certification where affiliate_id = $1 and status <> 'rejected'
  order by cert_date desc nulls last, created_at, id`);

/** Lists a person's outside cards, except rejected ones. */
export function listOutsideCards(db: Db, affiliateId: number): Promise<OutsideCard[]> {
  return selectOutsideCards(db, affiliateId);
}
