import type { Messages } from '#platform/server/i18n/messages.ts';
import { intlTag, type Locale, locales } from '#platform/shared/locale.ts';
import { normalizeForSearch } from '#platform/shared/search-text.ts';
import { formatLevelName } from '#features/certifications/server/public.ts';
import { findPrerequisite, type Level, levels } from '#domain/certification-levels.ts';
import { readCourseTitles } from '#features/learning/server/public.ts';
import { toCulture, defaultCulture } from '#features/learning/shared/rules.ts';
import type { ProductKind } from '#features/shop/shared/contract.ts';
import { currencies } from '#features/payments/shared/currency.ts';
import type { Category } from '#features/shop/shared/categories.ts';
import { type CatalogueFile, convertPrice } from './catalogue-file.ts';

interface CatalogueProduct {
  productId: number;
  kind: ProductKind;
  category: Category;
  packageId: string | null;
  levelId: number | null;
  afterLevelId: number | null;
  drawing: string;
  popularity: number;
  maxQuantity: number;
  isPosted: boolean;
  isSellable: boolean;
}
interface CatalogueText {
  productId: number;
  locale: Locale;
  name: string;
  excerpt: string;
  search: string;
  /** The rank of the name among all names of its locale. */
  place: number;
}
export interface Catalogue {
  products: CatalogueProduct[];
  texts: CatalogueText[];
  prices: { productId: number; currency: string; amountMinor: number }[];
}

interface CatalogueEntry extends CatalogueProduct {
  usdMinor: number;
  say: (locale: Locale) => { name: string; excerpt: string };
}

/** Product numbers of printed cards are the eCard's number plus this offset. */
const cardByPostFrom = 1000;

const entryDefaults = {
  packageId: null,
  levelId: null,
  afterLevelId: null,
  isPosted: false,
  isSellable: true,
};

/** All products, with texts in every locale and prices in every currency. */
export function buildCatalogue(file: CatalogueFile, messages: Messages, club: string): Catalogue {
  const entries = [
    ...buildCourseEntries(file),
    ...buildCardEntries(file, messages),
    ...buildOtherEntries(file, messages, club),
  ];
  const ids = new Set(entries.map(({ productId }) => productId));
  if (ids.size < entries.length) throw new Error('content/shop/catalogue.json: duplicate product number');
  return {
    products: entries.map(({ usdMinor: _price, say: _words, ...product }) => product),
    texts: locales.flatMap((locale) => buildTexts(entries, locale)),
    prices: entries.flatMap(({ productId, usdMinor }) =>
      currencies.map((currency) => ({ productId, currency, amountMinor: convertPrice(file, usdMinor, currency) })),
    ),
  };
}

function buildTexts(entries: CatalogueEntry[], locale: Locale): CatalogueText[] {
  const { compare } = new Intl.Collator(intlTag(locale), { numeric: true });
  return entries
    .map(({ productId, say }) => ({ productId, locale, ...say(locale) }))
    .toSorted((a, b) => compare(a.name, b.name) || a.productId - b.productId)
    .map((text, place) => ({ ...text, search: normalizeForSearch(`${text.name}\n${text.excerpt}`), place }));
}

function buildCourseEntries(file: CatalogueFile): CatalogueEntry[] {
  return file.courses.map((listed) => {
    const { kind, isSellable, texts } = readCourseTitles(listed.packageId);
    return {
      ...entryDefaults,
      ...listed,
      kind: 'course',
      category: kind === 'specialty' ? 'specialty' : 'course',
      afterLevelId: findPrerequisite(listed.packageId)?.levelID ?? null,
      // Stores buy in bulk.
      maxQuantity: 500,
      isSellable,
      say: (locale) => {
        const { title = '', summary = '' } = texts.get(toCulture(locale)) ?? texts.get(defaultCulture) ?? {};
        return { name: title, excerpt: summary };
      },
    };
  });
}

/** Each level has an eCard and a printed card. */
function buildCardEntries(
  { cards: { byPost, drawing, drawingByPost, popularity } }: CatalogueFile,
  messages: Messages,
): CatalogueEntry[] {
  const say = (kind: 'ecard' | 'card', level: Level) => (locale: Locale) => ({
    name: messages.format(locale, `shop.product.${kind}.name`, {
      level: formatLevelName(messages, locale, level),
    }),
    excerpt: messages.format(locale, `shop.product.${kind}.excerpt`),
  });
  return levels.flatMap((level): CatalogueEntry[] => {
    const common = { ...entryDefaults, levelId: level.levelID, drawing, maxQuantity: 1 };
    return [
      {
        ...common,
        productId: level.eCardStockID,
        kind: 'ecard',
        category: 'ecard',
        usdMinor: level.priceMinor,
        popularity: popularity + level.popularity * 2,
        say: say('ecard', level),
      },
      {
        ...common,
        productId: cardByPostFrom + level.eCardStockID,
        kind: 'card',
        category: 'card',
        drawing: drawingByPost,
        usdMinor: byPost[level.kind],
        popularity: popularity + level.popularity * 2 + 1,
        isPosted: true,
        say: say('card', level),
      },
    ];
  });
}

function buildOtherEntries(
  { membership, codes, items }: CatalogueFile,
  messages: Messages,
  clubName: string,
): CatalogueEntry[] {
  const say = (slug: string) => (locale: Locale) => ({
    name: messages.format(locale, `shop.product.${slug}.name`, { club: clubName }),
    excerpt: messages.format(locale, `shop.product.${slug}.excerpt`, { club: clubName }),
  });
  const { slug: membershipSlug, ...club } = membership;
  return [
    { ...entryDefaults, ...club, kind: 'membership', category: 'membership', maxQuantity: 1, say: say(membershipSlug) },
    ...codes.map(({ slug, ...code }): CatalogueEntry => ({
      ...entryDefaults,
      ...code,
      kind: 'code',
      maxQuantity: 20,
      say: say(slug),
    })),
    ...items.map(({ slug, ...item }): CatalogueEntry => ({
      ...entryDefaults,
      ...item,
      kind: 'item',
      maxQuantity: 20,
      isPosted: true,
      say: say(slug),
    })),
  ];
}
