import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { editedText } from '#platform/shared/text-schemas.ts';
import { categories, productSorts } from './categories.ts';

export const fail = defineErrors({
  'shop.no_product': 404,
  /** The product is no longer sold, or has no price in this currency. */
  'shop.not_sold': 409,
  'shop.no_line': 404,
  'shop.too_many': 422,
  /** The buyer already owns the course; it can still be bought as a gift. */
  'shop.owned': 409,
  /** The course requires a certification that the buyer does not have; it can still be bought as a gift. */
  'shop.prerequisite': 409,
  /** The certification belongs to someone else, is of another level, or was revoked. */
  'shop.no_certification': 422,
  'shop.has_ecard': 409,
  'shop.unknown_code': 404,
  'shop.code_over': 409,
  'shop.code_used': 409,
  /** The basket already has a code, and at least one of the two is not stackable. */
  'shop.code_alone': 409,
  /** The code does not discount anything in this basket. */
  'shop.code_idle': 409,
  'shop.basket_empty': 409,
  /** The basket changed in another tab or on another device, or a price changed. The buyer must review it again. */
  'shop.basket_changed': 409,
  'shop.address_needed': 422,
  'shop.credit_short': 409,
  'shop.no_order': 404,
  'shop.order_over': 409,
  'shop.refund_too_much': 422,
  /** Unpaid orders have no receipt and cannot be refunded. */
  'shop.not_paid': 409,
  'shop.not_to_post': 409,
  /** The request is unknown or belongs to another family's child. */
  'shop.no_request': 404,
  /** The request was decided, withdrawn or has expired. */
  'shop.request_over': 409,
  /** The minor has no guardian yet; one is invited at /family. */
  'shop.no_guardian': 409,
  /** Adults pay for themselves. */
  'shop.not_minor': 409,
});

/** A `code` product is bought as a gift: a club year or a specialty of the recipient's choice. */
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
  /** The price for this person; for a membership, the price of their offer. Null when it is not available now. */
  price: Money.nullable(),
  /** The name of the prerequisite certification. */
  afterLevel: z.string().nullable(),
  /** True for a course in progress, or for eCards when every certification of that level has one. */
  isOwned: z.boolean(),
  isInBasket: z.boolean(),
  /** The page that sells a membership, or that opens an owned product. */
  path: z.string().nullable(),
});
export type ProductCard = z.output<typeof ProductCard>;

export const Product = z.object({
  ...ProductCard.shape,
  packageId: z.string().nullable(),
  levelID: z.int().nullable(),
  isPosted: z.boolean(),
  maxQuantity: z.int(),
  /** Courses only: this person can only buy codes to give away. */
  isForOthersOnly: z.boolean(),
  /** False for a course whose prerequisite this person does not have. */
  hasPrerequisite: z.boolean(),
  /** The course that leads to the missing prerequisite. */
  prerequisitePath: z.string().nullable(),
  /** Courses only: the section titles. */
  sections: z.array(z.string()),
  /** Cards only: the person's certifications the card is available for, or the reason it is not. */
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
  /** The number of matches per category for this search. */
  counts: z.partialRecord(z.enum(categories), z.int()),
});
export type ProductPage = z.output<typeof ProductPage>;

/** A member's unused club benefits; null for everyone else. */
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

/** The reasons a basket line cannot be bought. */
const lineProblems = [
  'shop.not_sold',
  'shop.owned',
  'shop.prerequisite',
  'shop.no_certification',
  'shop.has_ecard',
] as const;
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
  /** The name of the prerequisite certification. */
  afterLevel: z.string().nullable(),
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
      /** Set when the code was valid when entered and no longer is. */
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
  /** The profile's country. It decides currency and tax, so it is changed in the profile. */
  country: z.string().regex(/^[A-Z]{2}$/, 'shop.address.country_missing'),
});
export type Address = z.output<typeof Address>;

export const paymentMethods = ['card', 'credit', 'free'] as const;
export const Checkout = z.object({
  basket: Basket,
  buyer: z.object({ name: z.string(), email: z.string().nullable() }),
  /** The profile's address; null when nothing is shipped. */
  address: z
    .object({ ...Address.shape, name: z.string(), line1: z.string(), city: z.string(), country: z.string() })
    .nullable(),
  needsAddress: z.boolean(),
  /** Stores only; null for everyone else. */
  credit: Money.nullable(),
  methods: z.array(z.enum(paymentMethods)),
  /** Minors order nothing themselves: they ask a guardian to pay. */
  isMinor: z.boolean(),
  /** Submitted with `PUT billing/birthdate` before the order is placed. */
  needsBirthdate: z.boolean(),
  guardians: z.array(z.string()),
});
export type Checkout = z.output<typeof Checkout>;

export const OrderRequest = z.object({
  key: z.uuid(),
  basketVersion: z.int(),
  /** The total the person saw, to detect changes. The server never takes a price from the request. */
  seenTotalMinor: z.int().min(0),
  method: z.enum(paymentMethods),
  address: Address.nullable().default(null),
});
export type OrderRequest = z.output<typeof OrderRequest>;

export const ByLine = z.object({ lineId: z.uuid() });
export const Page = z.coerce.number().int().min(1).max(10_000).default(1);
const CodeText = z
  .string()
  .max(40)
  .transform((typed) => typed.toUpperCase().replaceAll(/[^A-Z0-9-]/g, ''))
  .pipe(z.string().min(3, 'error.shop.unknown_code').max(24, 'error.shop.unknown_code'));

export const shopEndpoints = defineEndpoints('shop', {
  'GET products': {
    summary: 'Lists one page of the catalog, searched, filtered and sorted.',
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
    summary: 'Lists recommended products with a reason.',
    access: 'signedIn',
    output: z.array(z.object({ product: ProductCard, reason: z.enum(recommendReasons) })),
  },
  'GET products/{productId}': {
    summary: 'Returns one product.',
    access: 'signedIn',
    params: z.object({ productId: ProductId }),
    output: Product,
  },
  'GET club-line': {
    summary: 'Returns the club’s discount code and free eCard, if they are unused.',
    access: 'signedIn',
    output: ClubLine.nullable(),
  },
  'GET promotions': {
    summary:
      'Lists the club’s cards for a person who has just completed Discover Scuba Diving and can join the club; empty for others.',
    access: 'signedIn',
    output: z.array(PromotionCard),
  },

  'GET basket': { summary: 'Returns the cart at current prices.', access: 'signedIn', output: Basket },
  'POST basket/lines': {
    summary: 'Adds a line to the cart. The client chooses its id, which makes the request idempotent.',
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
    summary: 'Sets the quantity of a line.',
    access: 'signedIn',
    params: ByLine,
    body: z.object({ quantity: z.int().min(1).max(maxQuantity) }),
    output: Basket,
  },
  'DELETE basket/lines/{lineId}': {
    summary: 'Removes a line. Idempotent.',
    access: 'signedIn',
    params: ByLine,
    output: Basket,
  },
  'POST basket/codes': {
    summary: 'Adds a promo code. Fails with the reason if it cannot be used.',
    access: 'signedIn',
    body: z.object({ code: CodeText }),
    output: Basket,
  },
  'DELETE basket/codes/{code}': {
    summary: 'Removes a promo code.',
    access: 'signedIn',
    params: z.object({ code: CodeText }),
    output: Basket,
  },

  'GET checkout': {
    summary: 'Returns the amount to pay and the available payment methods.',
    access: 'signedIn',
    output: Checkout,
  },
  'POST checkout': {
    summary: 'Creates the order. Fails if the cart or a price has changed since it was displayed.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    body: OrderRequest,
    /** Null when nothing is left to pay. */
    output: z.object({ orderId: z.uuid(), payUrl: z.string().nullable() }),
  },

  'GET credit': {
    summary: 'Returns a store’s credit: its balance and a page of its transactions, newest first.',
    access: ['store'],
    query: z.object({ page: Page }),
    output: z.object({
      available: Money,
      hasMore: z.boolean(),
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
