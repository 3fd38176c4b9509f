import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { editedText } from '#platform/shared/text-schemas.ts';
import { categories, productSorts } from './categories.ts';

export const fail = defineErrors({
  'shop.no_product': 404,
  /** Not sold any more, or not in this currency. */
  'shop.not_sold': 409,
  'shop.no_line': 404,
  'shop.too_many': 422,
  /** They may learn it already; as a gift it can be had. */
  'shop.owned': 409,
  /** The certification is not theirs, is of another level, or counts no more. */
  'shop.no_certification': 422,
  'shop.has_ecard': 409,
  'shop.unknown_code': 404,
  'shop.code_over': 409,
  'shop.code_used': 409,
  /** Another code is in the basket, and not both allow company. */
  'shop.code_alone': 409,
  /** It takes nothing off anything in this basket. */
  'shop.code_idle': 409,
  'shop.basket_empty': 409,
  /** Another tab or device has changed it, or a price has changed: look again before you pay. */
  'shop.basket_changed': 409,
  'shop.address_needed': 422,
  'shop.credit_short': 409,
  'shop.no_order': 404,
  'shop.order_over': 409,
  'shop.refund_too_much': 422,
  /** Neither a receipt nor a refund of what nobody has paid. */
  'shop.not_paid': 409,
  'shop.not_to_post': 409,
  /** Of another family's child, or unknown. */
  'shop.no_request': 404,
  /** Decided, withdrawn or expired. */
  'shop.request_over': 409,
  /** A minor without a guardian: one is invited at /family. */
  'shop.no_guardian': 409,
  /** Adults pay themselves. */
  'shop.not_minor': 409,
});

/** A code is bought to be given away: a club year, or a specialty of one's choice. */
export const productKinds = ['course', 'ecard', 'card', 'membership', 'code', 'item'] as const;
export type ProductKind = (typeof productKinds)[number];
export const recommendReasons = ['first', 'next', 'popular'] as const;
export const pageSize = 24;
const maxQuantity = 500;

const Money = z.object({ minor: z.int(), currency: z.string() });
const ProductId = z.coerce.number().int().min(1).max(999_999_999);

export const ProductCard = z.object({
  productId: z.int(),
  kind: z.enum(productKinds),
  category: z.enum(categories),
  name: z.string(),
  excerpt: z.string(),
  drawing: z.string(),
  /** What it costs this person: of a membership, what they are offered; null where it cannot be had now. */
  price: Money.nullable(),
  /** The certification that comes before it, by its name. */
  afterLevel: z.string().nullable(),
  /** A course that may be learned already, or eCards of all certifications of that level. */
  isOwned: z.boolean(),
  isInBasket: z.boolean(),
  /** Where a membership is bought, and where what is owned is opened. */
  path: z.string().nullable(),
});
export type ProductCard = z.output<typeof ProductCard>;

export const Product = z.object({
  ...ProductCard.shape,
  packageId: z.string().nullable(),
  levelID: z.int().nullable(),
  isPosted: z.boolean(),
  maxQuantity: z.int(),
  /** Of a course: this person can only buy codes to give away. */
  isForOthersOnly: z.boolean(),
  /** Of a course: what it has. */
  sections: z.array(z.string()),
  /** Of a card: for which of the person’s certifications it can be had, and why not. */
  certifications: z.array(
    z.object({
      licenseID: z.int(),
      levelName: z.string(),
      certDate: z.string(),
      refusal: z.enum(['shop.has_ecard']).nullable(),
    }),
  ),
});
export type Product = z.output<typeof Product>;

export const ProductPage = z.object({
  items: z.array(ProductCard),
  total: z.int(),
  currency: z.string(),
  /** How many there are of each category, with this search. */
  counts: z.partialRecord(z.enum(categories), z.int()),
});
export type ProductPage = z.output<typeof ProductPage>;

/** What the club gives a member that can be used here; of others there is none. */
const ClubLine = z.object({ discountCode: z.string().nullable(), hasFreeECard: z.boolean() });

export const promotionKinds = ['club-free-ecard', 'first-card'] as const;
export const PromotionCard = z.object({
  id: z.string(),
  name: z.string(),
  excerpt: z.string(),
  promotion: z.enum(promotionKinds),
  stockId: z.int(),
});
export type PromotionCard = z.output<typeof PromotionCard>;

export const Totals = z.object({
  currency: z.string(),
  subtotalMinor: z.int(),
  discountMinor: z.int(),
  taxMinor: z.int(),
  isTaxIncluded: z.boolean(),
  totalMinor: z.int(),
});
export const LinePrice = z.object({
  unitMinor: z.int(),
  discountMinor: z.int(),
  taxMinor: z.int(),
  taxBp: z.int(),
  totalMinor: z.int(),
});

/** Why something in a basket cannot be bought as it is. */
const lineProblems = ['shop.not_sold', 'shop.owned', 'shop.no_certification', 'shop.has_ecard'] as const;
export const codeProblems = [
  'shop.unknown_code',
  'shop.code_over',
  'shop.code_used',
  'shop.code_alone',
  'shop.code_idle',
] as const;

export const BasketLine = z.object({
  lineId: z.uuid(),
  productId: z.int(),
  kind: z.enum(productKinds),
  category: z.enum(categories),
  name: z.string(),
  drawing: z.string(),
  quantity: z.int(),
  maxQuantity: z.int(),
  isGift: z.boolean(),
  isPosted: z.boolean(),
  licenseID: z.int().nullable(),
  problem: z.enum(lineProblems).nullable(),
  ...LinePrice.shape,
});
export type BasketLine = z.output<typeof BasketLine>;
export const Basket = z.object({
  version: z.int(),
  country: z.string(),
  lines: z.array(BasketLine),
  codes: z.array(
    z.object({
      code: z.string(),
      isClub: z.boolean(),
      savedMinor: z.int(),
      /** Good when it was typed, and not any more. */
      problem: z.enum(codeProblems).nullable(),
    }),
  ),
  ...Totals.shape,
});
export type Basket = z.output<typeof Basket>;

export const Address = z.object({
  name: editedText(100).min(1, 'shop.address.name_missing'),
  line1: editedText(100).min(1, 'shop.address.line1_missing'),
  line2: editedText(100).default(''),
  city: editedText(100).min(1, 'shop.address.city_missing'),
  state: editedText(100).default(''),
  postalCode: editedText(20).default(''),
  /** Of the profile: it decides currency and tax, and is changed there. */
  country: z.string().regex(/^[A-Z]{2}$/, 'shop.address.country_missing'),
});
export type Address = z.output<typeof Address>;

export const paymentMethods = ['card', 'credit', 'free'] as const;
export const Checkout = z.object({
  basket: Basket,
  /** Who buys, and where the receipt goes. */
  buyer: z.object({ name: z.string(), email: z.string().nullable() }),
  /** As it is in the profile; null where nothing is sent. */
  address: z
    .object({ ...Address.shape, name: z.string(), line1: z.string(), city: z.string(), country: z.string() })
    .nullable(),
  needsAddress: z.boolean(),
  /** Of a store; null for everybody else. */
  credit: Money.nullable(),
  methods: z.array(z.enum(paymentMethods)),
  /** Under 18: nothing is ordered, a guardian is asked to pay. Their names, where there are any. */
  isMinor: z.boolean(),
  /** Given with `PUT billing/birthdate` before anything is ordered. */
  needsBirthdate: z.boolean(),
  guardians: z.array(z.string()),
});
export type Checkout = z.output<typeof Checkout>;

export const ByLine = z.object({ lineId: z.uuid() });
export const Page = z.coerce.number().int().min(1).max(10_000).default(1);
const CodeText = z
  .string()
  .max(40)
  .transform((typed) => typed.toUpperCase().replaceAll(/[^A-Z0-9-]/g, ''))
  .pipe(z.string().min(3, 'error.shop.unknown_code').max(24, 'error.shop.unknown_code'));

export const shopCalls = defineEndpoints('shop', {
  'GET products': {
    summary: 'The catalogue: a page of it, searched, filtered and sorted.',
    access: 'signedIn',
    query: z.object({
      category: z.enum(categories).optional(),
      search: z.string().trim().max(100).default(''),
      sort: z.enum(productSorts).default('popular'),
      page: Page,
    }),
    output: ProductPage,
  },
  'GET products/recommended': {
    summary: 'What to buy next, and why.',
    access: 'signedIn',
    output: z.array(z.object({ product: ProductCard, reason: z.enum(recommendReasons) })),
  },
  'GET products/{productId}': {
    summary: 'One product.',
    access: 'signedIn',
    params: z.object({ productId: ProductId }),
    output: Product,
  },
  'GET club-line': {
    summary: 'The club’s code and free eCard, where they are unused.',
    access: 'signedIn',
    output: ClubLine.nullable(),
  },
  'GET promotions': {
    summary: 'The promotion cards, for whoever has just finished Discover Scuba Diving; of others none is shown.',
    access: 'signedIn',
    output: z.array(PromotionCard),
  },

  'GET basket': { summary: 'The basket, priced as of now.', access: 'signedIn', output: Basket },
  'POST basket/lines': {
    summary: 'Puts something into the basket. The browser names the line, so that a repeated call adds nothing.',
    access: 'signedIn',
    body: z.object({
      lineId: z.uuid(),
      productId: z.int().min(1).max(999_999_999),
      quantity: z.int().min(1).max(maxQuantity),
      isGift: z.boolean().default(false),
      licenseID: z.int().min(1).nullable().default(null),
    }),
    output: Basket,
  },
  'PUT basket/lines/{lineId}': {
    summary: 'Changes how much of it.',
    access: 'signedIn',
    params: ByLine,
    body: z.object({ quantity: z.int().min(1).max(maxQuantity) }),
    output: Basket,
  },
  'DELETE basket/lines/{lineId}': {
    summary: 'Takes it out. What is not there stays not there.',
    access: 'signedIn',
    params: ByLine,
    output: Basket,
  },
  'POST basket/codes': {
    summary: 'Adds a promotion code, or says why it cannot be used.',
    access: 'signedIn',
    body: z.object({ code: CodeText }),
    output: Basket,
  },
  'DELETE basket/codes/{code}': {
    summary: 'Takes a promotion code out.',
    access: 'signedIn',
    params: z.object({ code: CodeText }),
    output: Basket,
  },

  'GET checkout': { summary: 'What is to be paid and how it can be.', access: 'signedIn', output: Checkout },
  'POST checkout': {
    summary: 'Makes the order. Refused if the basket or a price is not what was seen.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    body: z.object({
      key: z.uuid(),
      basketVersion: z.int(),
      /** What the person saw; the price is never taken from here. */
      seenTotalMinor: z.int().min(0),
      method: z.enum(paymentMethods),
      address: Address.nullable().default(null),
    }),
    /** Where to pay; null where there is nothing to pay any more. */
    output: z.object({ orderId: z.uuid(), payUrl: z.string().nullable() }),
  },

  'GET credit': {
    summary: 'A store’s credit: what is left and what became of the rest.',
    access: ['store'],
    output: z.object({
      available: Money,
      entries: z.array(
        z.object({
          at: z.string(),
          kind: z.enum(['opening', 'granted', 'order', 'refund']),
          amountMinor: z.int(),
          orderId: z.uuid().nullable(),
          number: z.int().nullable(),
        }),
      ),
    }),
  },
});
