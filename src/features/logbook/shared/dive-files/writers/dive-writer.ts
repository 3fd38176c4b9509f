import type { FileDive, Recording, Samples } from '#features/logbook/shared/dive-files/dive-file.ts';
import { forbiddenCharacters } from '#features/logbook/shared/dive-files/xml.ts';

/** A dive with the number of samples instead of the samples, which is all that the start of a file needs. */
export type DiveSummary = Omit<FileDive, 'recordings'> & {
  recordings: (Omit<Recording, 'samples'> & { samples: Pick<Samples, 'count'> })[];
};

/**
 * Writes a file in pieces, so that a large logbook is never in memory. Formats list sites, gases or columns before the
 * first dive: all dives are collected first, then written in the same order.
 */
export interface DiveWriter<Dive extends DiveSummary = FileDive> {
  collect(dive: DiveSummary): void;
  start(): string;
  write(dive: Dive): string;
  end(): string;
}

/** A whole file, for dives that are in memory. */
export function writeDives<Dive extends DiveSummary>(writer: DiveWriter<Dive>, dives: readonly Dive[]): string {
  for (const dive of dives) writer.collect(dive);
  return [writer.start(), ...dives.map((dive) => writer.write(dive)), writer.end()].join('');
}

/** Numbers of equal things in the order of their first appearance, for the ids by which dives refer to them. */
export class Registry<Item> {
  readonly #items = new Map<string, { item: Item; number: number }>();

  /** Counts from 1. */
  number(key: string, item: Item): number {
    const known = this.#items.get(key);
    if (known !== undefined) return known.number;
    const number = this.#items.size + 1;
    this.#items.set(key, { item, number });
    return number;
  }

  get entries(): { item: Item; number: number }[] {
    return [...this.#items.values()];
  }
}

/** With up to six decimals, because JavaScript writes smaller numbers with an exponent. */
export function formatDecimal(value: number, decimals = 3): string {
  const factor = 10 ** decimals;
  return String(Math.round(value * factor) / factor || 0);
}

/** Characters that XML excludes become spaces, as in the reader. Tables with them aren't recognized as text. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll(forbiddenCharacters, ' ');
}
