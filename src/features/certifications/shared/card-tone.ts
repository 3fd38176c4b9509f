import type { Level } from '#domain/certification-levels.ts';

/** The color of a card, by its depth limit, with a separate one for gas. */
export type CardTone = '12' | '18' | '30' | '40' | 'gas';

export function getCardTone({ name, maxDepthM }: Pick<Level, 'name' | 'maxDepthM'>): CardTone {
  if (name === 'enriched_air') return 'gas';
  if (maxDepthM === null || maxDepthM > 30) return '40';
  return maxDepthM > 18 ? '30' : maxDepthM > 12 ? '18' : '12';
}
