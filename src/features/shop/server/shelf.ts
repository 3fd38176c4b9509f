import type { Messages } from '../../../platform/server/messages.ts';
import { intlTag, type Locale, locales } from '../../../platform/shared/locale.ts';
import { searchable } from '../../../platform/shared/searchable.ts';
import { levelNameIn } from '../../certifications/server/public.ts';
import { type Level, levels } from '../../certifications/shared/levels.ts';
import { readCourseTitles } from '../../learning/server/public.ts';
import { cultureOf, defaultCulture } from '../../learning/shared/rules.ts';
import type { ProductKind } from '../shared/contract.ts';
import { currencies } from '../../payments/shared/currency.ts';
import type { Category } from '../shared/lists.ts';
import { type CatalogueFile, priceIn } from './catalogue-file.ts';

interface ShelvedProduct {
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
interface ShelvedText {
  productId: number;
  locale: Locale;
  name: string;
  excerpt: string;
  search: string;
  /** Where its name stands among the others of its language. */
  place: number;
}
export interface Shelf {
  products: ShelvedProduct[];
  texts: ShelvedText[];
  prices: { productId: number; currency: string; amountMinor: number }[];
}

interface Entry extends ShelvedProduct {
  usdMinor: number;
  say: (locale: Locale) => { name: string; excerpt: string };
}

/** Cards by post are numbered after the eCards. */
const cardByPostFrom = 1000;

const plain = {
  packageId: null,
  levelId: null,
  afterLevelId: null,
  isPosted: false,
  isSellable: true,
};

/** All that is sold, with its words in every language and its price in every currency. */
export function layOut(file: CatalogueFile, messages: Messages, club: string): Shelf {
  const entries = [...courses(file), ...cards(file, messages), ...others(file, messages, club)];
  const ids = new Set(entries.map(({ productId }) => productId));
  if (ids.size < entries.length) throw new Error('content/shop/catalogue.json: two products have the same number');
  return {
    products: entries.map(({ usdMinor: _price, say: _words, ...product }) => product),
    texts: locales.flatMap((locale) => wordsOf(entries, locale)),
    prices: entries.flatMap(({ productId, usdMinor }) =>
      currencies.map((currency) => ({ productId, currency, amountMinor: priceIn(file, usdMinor, currency) })),
    ),
  };
}

function wordsOf(entries: Entry[], locale: Locale): ShelvedText[] {
  const { compare } = new Intl.Collator(intlTag(locale), { numeric: true });
  return entries
    .map(({ productId, say }) => ({ productId, locale, ...say(locale) }))
    .toSorted((a, b) => compare(a.name, b.name) || a.productId - b.productId)
    .map((text, place) => ({ ...text, search: searchable(`${text.name}\n${text.excerpt}`), place }));
}

function courses(file: CatalogueFile): Entry[] {
  return file.courses.map(({ after, ...listed }) => {
    const { kind, isSellable, texts } = readCourseTitles(listed.packageId);
    return {
      ...plain,
      ...listed,
      kind: 'course',
      category: kind === 'specialty' ? 'specialty' : 'course',
      afterLevelId: levels.find(({ name }) => name === after)?.levelID ?? null,
      // Stores buy many at once.
      maxQuantity: 500,
      isSellable,
      say: (locale) => {
        const { title = '', summary = '' } = texts.get(cultureOf(locale)) ?? texts.get(defaultCulture) ?? {};
        return { name: title, excerpt: summary };
      },
    };
  });
}

/** Of each level an eCard and a card by post. */
function cards({ cards: { byPost, drawing, drawingByPost, popularity } }: CatalogueFile, messages: Messages): Entry[] {
  const say = (kind: 'ecard' | 'card', level: Level) => (locale: Locale) => ({
    name: messages.format(locale, `shop.product.${kind}.name`, {
      level: levelNameIn(messages, locale, level),
    }),
    excerpt: messages.format(locale, `shop.product.${kind}.excerpt`),
  });
  return levels.flatMap((level): Entry[] => {
    const common = { ...plain, levelId: level.levelID, drawing, maxQuantity: 1 };
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

function others({ membership, codes, items }: CatalogueFile, messages: Messages, clubName: string): Entry[] {
  const say = (slug: string) => (locale: Locale) => ({
    name: messages.format(locale, `shop.product.${slug}.name`, { club: clubName }),
    excerpt: messages.format(locale, `shop.product.${slug}.excerpt`, { club: clubName }),
  });
  const { slug: membershipSlug, ...club } = membership;
  return [
    { ...plain, ...club, kind: 'membership', category: 'membership', maxQuantity: 1, say: say(membershipSlug) },
    ...codes.map(({ slug, ...code }): Entry => ({ ...plain, ...code, kind: 'code', maxQuantity: 20, say: say(slug) })),
    ...items.map(({ slug, ...item }): Entry => ({
      ...plain,
      ...item,
      kind: 'item',
      maxQuantity: 20,
      isPosted: true,
      say: say(slug),
    })),
  ];
}
