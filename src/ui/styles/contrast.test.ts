import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Mode = 'light' | 'dark';
type Pair = readonly [front: string, back: string, needed: number];

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const tokens: Record<Mode, Record<string, string>> = { light: {}, dark: {} };
for (const [, name = '', light = '', dark = ''] of css.matchAll(
  /--([\w-]+):\s*light-dark\(\s*(#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\s*\)/gi,
)) {
  tokens.light[name] = light;
  tokens.dark[name] = dark;
}
for (const [, name = '', hex = ''] of css.matchAll(/--(card-[\w-]+):\s*(#[0-9a-f]{6})/gi)) {
  tokens.light[name] = hex;
  tokens.dark[name] = hex;
}

function luminance(hex: string): number {
  const weights = [0.2126, 0.7152, 0.0722];
  return weights.reduce((sum, weight, index) => {
    const value = Number.parseInt(hex.slice(1 + 2 * index, 3 + 2 * index), 16) / 255;
    return sum + weight * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  }, 0);
}

function contrastOf(mode: Mode, front: string, back: string): number {
  const [a, b] = [front, back].map((name) => {
    const hex = tokens[mode][name];
    if (!hex) throw new Error(`tokens.css does not define --${name}`);
    return luminance(hex) + 0.05;
  }) as [number, number];
  return Math.max(a, b) / Math.min(a, b);
}

const grounds = ['bg', 'surface', 'raised', 'sunken', 'hover'];
const onGround: readonly (readonly [string, number])[] = [
  ['ink', 7],
  ['ink-2', 7],
  ['ink-3', 4.5],
  ['accent-text', 4.5],
  ['coral', 4.5],
  ['sand', 4.5],
  ['focus', 3],
];
const cards = ['card-12', 'card-18', 'card-30', 'card-40', 'card-gas'];

/** All colour combinations that the design allows. */
const pairs: readonly Pair[] = [
  ...grounds.flatMap((ground) => onGround.map(([front, needed]): Pair => [front, ground, needed])),
  ...['bg', 'surface', 'raised'].map((ground): Pair => ['line-2', ground, 3]),
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-hover', 4.5],
  ['accent', 'bg', 3],
  ['accent', 'surface', 3],
  ['accent', 'sunken', 3],
  ['on-coral', 'coral', 4.5],
  ['accent-text', 'accent-soft', 4.5],
  ['ink-3', 'accent-soft', 4.5],
  ['ink', 'accent-soft', 7],
  ['ink-2', 'accent-soft', 4.5],
  ['coral', 'coral-soft', 4.5],
  ['ink', 'coral-soft', 7],
  ['ink-2', 'coral-soft', 4.5],
  ['sand', 'sand-soft', 4.5],
  ['ink', 'sand-soft', 7],
  ['ink-2', 'sand-soft', 4.5],
  ['bg', 'ink', 7],
  ['depth-edge', 'surface', 3],
  ['depth-edge', 'bg', 3],
  ...cards.flatMap((card): Pair[] => [
    ['card-ink', card, 4.5],
    ['card-ink-2', card, 4.5],
  ]),
  ['card-paper-ink', 'card-paper', 7],
  ['card-paper-ink-2', 'card-paper', 4.5],
];

test('the list has all 69 colour pairs', () => {
  expect(pairs).toHaveLength(69);
});

describe.each(['light', 'dark'] as const)('contrast in the %s theme', (mode) => {
  test.each(pairs)('%s is readable on %s', (front, back, needed) => {
    expect(contrastOf(mode, front, back)).toBeGreaterThanOrEqual(needed);
  });
});
