import type { Messages } from '#platform/server/i18n/messages.ts';
import type { Locale } from '#platform/shared/locale.ts';
import { formatLevelName } from '#features/certifications/server/public.ts';
import { findLevel } from '#domain/certification-levels.ts';
import type { ClubSummary } from '#features/club/server/public.ts';
import type { ProductCard } from '#features/shop/shared/contract.ts';
import type { ShopperProductRow } from './queries.ts';

interface CardContext {
  messages: Messages;
  locale: Locale;
  currency: string;
  /** Null when no row needs it. */
  club: ClubSummary | null;
}

/** Null for a level that no longer exists. */
export function findLevelName(messages: Messages, locale: Locale, levelID: number): string | null {
  const level = findLevel(levelID);
  return level === undefined ? null : formatLevelName(messages, locale, level);
}

export function toProductCard(row: ShopperProductRow, { messages, locale, currency, club }: CardContext): ProductCard {
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
    afterLevel: afterLevelId === null ? null : findLevelName(messages, locale, afterLevelId),
    ...getOwnership(row, club),
    isInBasket: row.isInBasket,
  };
}

function getOwnership(row: ShopperProductRow, club: ClubSummary | null): Pick<ProductCard, 'isOwned' | 'path'> {
  if (row.kind === 'membership') return { isOwned: club?.isMember ?? false, path: '/club' };
  if (row.isLearned) return { isOwned: true, path: `/training/course/${row.packageId}` };
  if (row.kind === 'ecard' && row.hasECard)
    return { isOwned: true, path: `/certifications/ecard/${row.licenseId}/${row.levelId}` };
  return { isOwned: false, path: null };
}
