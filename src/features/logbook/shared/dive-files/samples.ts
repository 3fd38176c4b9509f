import { sampleColumns, SharedLimitError, type SampleColumn, type Samples } from './dive-file.ts';
import { limits } from './limits.ts';

export type SampleValues = Partial<Record<SampleColumn, number | null>>;

const round = (value: number) => Math.round(value * 1000) / 1000;

/** Samples of one file, so that the limit holds for all its dives together. */
export class SampleBudget {
  #left: number = limits.samples;
  #valuesLeft: number = limits.sampleValues;

  take(): void {
    if (--this.#left < 0) throw new SharedLimitError(`the file has more than ${limits.samples} samples`);
  }

  /** A column takes memory for each sample before its last value, also for those without one. */
  takeValues(count: number): void {
    if ((this.#valuesLeft -= count) < 0)
      throw new SharedLimitError(`the samples have more than ${limits.sampleValues} values`);
  }
}

/** Collects samples row by row and returns them as columns. */
export class SampleTable {
  readonly #budget: SampleBudget;
  readonly #time: number[] = [];
  readonly #columns = new Map<SampleColumn, number[]>();
  readonly #pressures = new Map<number, number[]>();

  constructor(budget: SampleBudget) {
    this.#budget = budget;
  }

  get count(): number {
    return this.#time.length;
  }

  add(timeS: number | null, values: SampleValues, pressures: readonly (readonly [number, number | null])[] = []): void {
    this.#budget.take();
    this.#time.push(timeS === null ? Number.NaN : round(timeS));
    for (const name of sampleColumns) {
      const value = values[name];
      if (value !== undefined && value !== null) this.#set(this.#columns, name, value);
    }
    for (const [cylinder, value] of pressures)
      if (value !== null && cylinder < limits.cylinders) this.#set(this.#pressures, cylinder, value);
  }

  finish(): Samples {
    const count = this.#time.length;
    const toColumn = (values: number[]) => {
      this.#budget.takeValues(count - values.length);
      const column = new Float64Array(count).fill(Number.NaN);
      column.set(values);
      return column;
    };
    return {
      count,
      timeS: Float64Array.from(this.#time),
      columns: Object.fromEntries([...this.#columns].map(([name, values]) => [name, toColumn(values)])),
      pressureBar: Object.fromEntries([...this.#pressures].map(([cylinder, values]) => [cylinder, toColumn(values)])),
    };
  }

  /** Fills rows without a value with NaN, so that the array keeps one kind of element. */
  #set<Key>(columns: Map<Key, number[]>, key: Key, value: number): void {
    let column = columns.get(key);
    if (column === undefined) columns.set(key, (column = []));
    this.#budget.takeValues(this.#time.length - column.length);
    while (column.length < this.#time.length - 1) column.push(Number.NaN);
    column[this.#time.length - 1] = round(value);
  }
}
