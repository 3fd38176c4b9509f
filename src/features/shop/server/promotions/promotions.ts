import { sql } from 'kysely';
import * as z from 'zod';
import { appendAudit, type AuditAction } from '#platform/server/observability/audit.ts';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { toMinorUnits } from '#platform/shared/money.ts';
import { currencies } from '#features/payments/shared/currency.ts';
import { categories } from '#features/shop/shared/categories.ts';

/** The input of the command that adds a promotion. */
export const NewPromotion = z
  .strictObject({
    code: z.string().regex(/^[A-Z0-9-]{3,24}$/, 'code must be 3 to 24 capital letters, digits or hyphens'),
    /** Exactly one of the two is required. */
    percent: z.number().gt(0).max(100).optional(),
    amount: z.number().gt(0).optional(),
    currency: z.enum(currencies).optional(),
    startsAt: z.date().optional(),
    endsAt: z.date().optional(),
    maxUses: z.int().min(1).optional(),
    maxPerPerson: z.int().min(1).default(1),
    isStackable: z.boolean().default(false),
    categories: z.array(z.enum(categories)).min(1).optional(),
  })
  .refine(
    ({ percent, amount }) => (percent === undefined) !== (amount === undefined),
    'either percent or amount is required',
  )
  .refine(
    ({ amount, currency }) => (amount === undefined) === (currency === undefined),
    'amount and currency must be set together',
  )
  .refine(({ startsAt, endsAt }) => !startsAt || !endsAt || startsAt < endsAt, 'endsAt must be after startsAt');

interface PromotionValues {
  code: string;
  percentBp: number | null;
  amountMinor: number | null;
  currency: string | null;
  startsAt: Date;
  endsAt: Date | null;
  maxUses: number | null;
  maxPerPerson: number;
  isStackable: boolean;
  categories: string[] | null;
}

/** Returns no row if the code exists. */
const insertPromotion = query((db, p: Params<PromotionValues>) =>
  db
    .insertInto('promotion')
    .values({
      code: p.code,
      percent_bp: p.percentBp,
      amount_minor: p.amountMinor,
      currency: p.currency,
      starts_at: p.startsAt,
      ends_at: p.endsAt,
      max_uses: p.maxUses,
      max_per_person: p.maxPerPerson,
      is_stackable: p.isStackable,
      categories: p.categories,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('code'),
);

/** Returns no row if the promotion has ended. */
const updatePromotionEnd = query((db, p: Params<{ code: string; now: Date }>) =>
  db
    .updateTable('promotion')
    .set({ starts_at: sql`least(starts_at, ${p.now})`, ends_at: p.now })
    .where('code', '=', p.code)
    .where(sql<boolean>`coalesce(ends_at > ${p.now}, true)`)
    .returning('code'),
);

interface PromotionActor {
  /** The operator named by the command. */
  by: string;
  now: Date;
}

export async function addPromotion(
  db: Db,
  input: z.input<typeof NewPromotion>,
  { by, now }: PromotionActor,
): Promise<void> {
  const promotion = NewPromotion.parse(input);
  const { code, percent, amount, currency = null, startsAt = now, endsAt = null, maxUses = null } = promotion;
  const percentBp = percent === undefined ? null : Math.round(percent * 100);
  const amountMinor = amount === undefined || currency === null ? null : toMinorUnits(amount, currency);
  if (amount !== undefined && amountMinor === null) throw new Error(`${amount} is not a valid amount in ${currency}`);
  const made = await insertPromotion.first(db, {
    ...promotion,
    percentBp,
    amountMinor,
    currency,
    startsAt,
    endsAt,
    maxUses,
    categories: promotion.categories ?? null,
  });
  if (made === undefined) throw new Error(`promotion code ${code} already exists`);
  await recordPromotionAudit(db, 'shop.promotion_added', { ...input, by });
}

/** Existing orders keep their discount. */
export async function endPromotion(db: Db, code: string, { by, now }: PromotionActor): Promise<void> {
  const ended = await updatePromotionEnd.first(db, { code, now });
  if (ended === undefined) throw new Error(`no active promotion with the code ${code}`);
  await recordPromotionAudit(db, 'shop.promotion_ended', { code, by });
}

async function recordPromotionAudit(db: Db, action: AuditAction, data: Record<string, unknown>): Promise<void> {
  const subject = `promotion:${String(data.code)}`;
  await appendAudit(db, { actor: null, action, subject, data, correlationId: 'promotion' });
}
