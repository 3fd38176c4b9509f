import { statement } from '#platform/server/db/database.ts';

export interface LineRow {
  lineId: string;
  productId: number;
  quantity: number;
  isGift: boolean;
  licenseID: number | null;
}

export interface BasketRow {
  version: number;
  codes: string[];
  lines: LineRow[];
}

/** Returns no row for a person who never had a basket. */
export const findBasket = statement<BasketRow, [affiliateId: number]>(`
  select b.version, b.codes,
    coalesce((select json_agg(json_build_object('lineId', l.line_id, 'productId', l.product_id, 'quantity', l.quantity,
      'isGift', l.is_gift, 'licenseID', l.license_id) order by l.added_at, l.line_id)
      from basket_line l where l.affiliate_id = b.affiliate_id), '[]') as lines
  from basket b where b.affiliate_id = $1`);

/** Locks the basket, so concurrent changes run one after the other. */
export const lockBasket = statement<{ addedIds: string[] }, [affiliateId: number, now: Date]>(`
  insert into basket (affiliate_id, version, changed_at) values ($1, 0, $2)
  on conflict (affiliate_id) do update set affiliate_id = excluded.affiliate_id
  returning added_ids as "addedIds"`);

/** Locks the basket without creating one, because an erased person must not get a new one. */
export const lockExistingBasket = statement<{ codes: string[] }, [affiliateId: number]>(
  'select codes from basket where affiliate_id = $1 for update',
);

export const touchBasket = statement<unknown, [affiliateId: number, now: Date]>(
  'update basket set version = version + 1, changed_at = $2 where affiliate_id = $1',
);

/** 300 ids are enough to recognize repeated requests. */
export const recordAddedLine = statement<unknown, [affiliateId: number, lineId: string]>(`
  update basket set added_ids = (array_prepend($2::uuid, added_ids))[1:300] where affiliate_id = $1`);

/** Adding the same product again increases its quantity. */
export const addLine = statement<
  unknown,
  [
    affiliateId: number,
    lineId: string,
    productId: number,
    quantity: number,
    isGift: boolean,
    licenseID: number | null,
    maxQuantity: number,
    now: Date,
  ]
>(`
  insert into basket_line as known (affiliate_id, line_id, product_id, quantity, is_gift, license_id, added_at)
  values ($1, $2, $3, least($4::int, $7::int), $5, $6, $8)
  on conflict (affiliate_id, product_id, is_gift, coalesce(license_id, 0))
  do update set quantity = least(known.quantity + $4::int, $7::int)`);

export const setQuantity = statement<{ lineId: string }, [affiliateId: number, lineId: string, quantity: number]>(`
  update basket_line set quantity = $3 where affiliate_id = $1 and line_id = $2 returning line_id as "lineId"`);

export const removeLine = statement<{ lineId: string }, [affiliateId: number, lineId: string]>(
  'delete from basket_line where affiliate_id = $1 and line_id = $2 returning line_id as "lineId"',
);

export const setCodes = statement<unknown, [affiliateId: number, codes: readonly string[]]>(
  'update basket set codes = $2 where affiliate_id = $1',
);

export const removeLines = statement<unknown, [affiliateId: number]>('delete from basket_line where affiliate_id = $1');

/** The ownership that decides what a person can buy. Excludes revoked and future certifications. */
export interface OwnershipRow {
  packageIds: string[];
  certifications: { licenseID: number; levelID: number; hasECard: boolean }[];
}
export const findOwnership = statement<OwnershipRow, [affiliateId: number, today: string]>(`
  select array(select package_id from enrollment where affiliate_id = $1) as "packageIds",
    coalesce((select json_agg(json_build_object('licenseID', license_id, 'levelID', level_id,
      'hasECard', ecard_at is not null))
      from certification where affiliate_id = $1 and revoked_at is null and cert_date <= $2::date), '[]')
      as certifications`);
