import { randomInt } from 'node:crypto';
import type { DebianPackage } from './debian-packages.ts';

/** What a drill gets: its length, a repeatable random source and a place for its figures. */
export interface DrillRun {
  seconds: number;
  seed: number;
  /** Deterministic numbers from 0 to 1. Timing still differs between runs with the same seed. */
  random(): number;
  /** A part of the drill that runs alone. */
  only?: string;
  /** A temporary folder, removed at the end. */
  folder: string;
  /** The time after which the run is ended. */
  remainingMs(): number;
  print(line: string): void;
  /** A figure that is added to those of earlier runs. */
  count(name: string, amount: number): void;
  /** Prints a measured value. A value above the limit fails the drill. */
  expectAtMost(line: string, value: number, limit: number): void;
  /** Prints a measured value. A value below the limit fails the drill. */
  expectAtLeast(line: string, value: number, limit: number): void;
  /** Prints a rate. A run below the required rate does not show what happens at it, which is recorded. */
  expectRate(name: string, perSecond: number, required: number): void;
  /** Prints and records a part that was left out. */
  reportNotRun(part: string, reason: string): void;
  /** Runs when the drill ends, in reverse order, also after an error. */
  onEnd(step: () => Promise<unknown> | void): void;
}

export interface Drill {
  /** Packages without which no part runs. */
  needs: readonly DebianPackage[];
  /** The length of a run by hand. */
  seconds: number;
  run(run: DrillRun): Promise<void>;
}

export const newSeed = (): number => randomInt(2 ** 31);

/** mulberry32: small, fast, and the same on every platform. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<Item>(random: () => number, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
