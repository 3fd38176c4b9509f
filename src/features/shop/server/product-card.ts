import type { Messages } from '../../../platform/server/messages.ts';
import type { Locale } from '../../../platform/shared/locale.ts';
import { levelNameIn } from '../../certifications/server/public.ts';
import { findLevel } from '../../certifications/shared/levels.ts';
import type { ClubFacts } from '../../club/server/public.ts';
import type { ProductCard } from '../shared/contract.ts';
import type { SeenRow } from './catalogue-sql.ts';

interface Reader {
  messages: Messages;
  locale: Locale;
  currency: string;
  /** Null where nothing of it is asked. */
  club: ClubFacts | null;
}

/** Null for a level that is no longer known. */
export function levelNameOf(messages: Messages, locale: Locale, levelID: number): string | null {
  const level = findLevel(levelID);
  return level === undefined ? null : levelNameIn(messages, locale, level);
}

export function toCard(row: SeenRow, { messages, locale, currency, club }: Reader): ProductCard {
  const { productId, kind, category, name, excerpt, drawing, unitMinor, afterLevelId, isSellable } = row;
  return {
    productId,
    kind,
    category,
    name,
    excerpt,
    drawing,
    price:
      kind === 'membership'
        ? (club?.offer ?? null)
        : isSellable && unitMinor !== null
          ? { minor: unitMinor, currency }
          : null,
    afterLevel: afterLevelId === null ? null : levelNameOf(messages, locale, afterLevelId),
    ...owned(row, club),
    isInBasket: row.isInBasket,
  };
}

/** What is theirs, and where it is opened. */
function owned(row: SeenRow, club: ClubFacts | null): Pick<ProductCard, 'isOwned' | 'path'> {
  if (row.kind === 'membership') return { isOwned: club?.isMember ?? false, path: '/club' };
  if (row.isLearned) return { isOwned: true, path: `/training/course/${row.packageId}` };
  if (row.kind === 'ecard' && row.hasECard)
    return { isOwned: true, path: `/certifications/ecard/${row.licenseId}/${row.levelId}` };
  return { isOwned: false, path: null };
}
