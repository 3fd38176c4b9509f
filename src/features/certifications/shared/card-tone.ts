import type { Level } from '#domain/certification-levels.ts';

/** The color of a card, by its depth limit, with separate ones for juniors and gas. */
export type CardTone = '12' | '18' | '30' | '40' | 'gas';

export function getCardTone({ name, maxDepthM }: Pick<Level, 'name' | 'maxDepthM'>): CardTone {
  if (name === 'enriched_air') return 'gas';
  if (name === 'junior_open_water') return '12';
  if (maxDepthM === null || maxDepthM > 30) return '40';
  return maxDepthM > 18 ? '30' : '18';
}
