import { FitEncoder } from 'fit-file-parser/encoder';
import { describe, expect, it } from 'vitest';
import { readDiveFile } from '../read-dive-file.ts';

type Field = readonly [number: number, size: number, baseType: number];

const [uint8, uint16, uint32, text, developer] = [0x02, 0x84, 0x86, 0x07, 13];
const [fileId, session, record, activity, fieldDescription] = [0, 18, 20, 34, 206];
const start = 1_083_400_000;

/** Writes messages byte by byte, as programs do that our encoder doesn't imitate. */
class FitWriter {
  readonly #bytes: number[] = [];
  readonly #sizes = new Map<number, number[]>();
  readonly #isBig: boolean;

  constructor(isBig = false) {
    this.#isBig = isBig;
  }

  define(local: number, global: number, fields: readonly Field[], developerFields: readonly Field[] = []): this {
    const hasDeveloper = developerFields.length > 0;
    this.#bytes.push(0x40 | (hasDeveloper ? 0x20 : 0) | local, 0, this.#isBig ? 1 : 0, ...this.#toBytes(global, 2));
    this.#bytes.push(fields.length, ...fields.flat());
    if (hasDeveloper) this.#bytes.push(developerFields.length, ...developerFields.flat());
    this.#sizes.set(
      local,
      [...fields, ...developerFields].map(([, size]) => size),
    );
    return this;
  }

  write(local: number, ...values: (number | string)[]): this {
    return this.#writeMessage(local, local, values);
  }

  /** A message whose header has the last five bits of its time. */
  writeCompressed(local: number, time: number, ...values: number[]): this {
    return this.#writeMessage(0x80 | (local << 5) | (time & 0x1f), local, values);
  }

  finish(): Uint8Array {
    const header = [12, 0x20, 0x54, 0x08, ...new Uint8Array(Uint32Array.of(this.#bytes.length).buffer)];
    const content = Uint8Array.from([...header, 0x2e, 0x46, 0x49, 0x54, ...this.#bytes]);
    const checksum = FitEncoder.calculateCRC(content);
    return Uint8Array.from([...content, checksum & 0xff, checksum >> 8]);
  }

  #writeMessage(header: number, local: number, values: readonly (number | string)[]): this {
    this.#bytes.push(header);
    for (const [index, size] of (this.#sizes.get(local) ?? []).entries()) {
      const value = values[index] ?? 0;
      this.#bytes.push(...(typeof value === 'string' ? toText(value, size) : this.#toBytes(value, size)));
    }
    return this;
  }

  #toBytes(value: number, size: number): number[] {
    const bytes = Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** index) % 256);
    return this.#isBig ? bytes.toReversed() : bytes;
  }
}

const toText = (value: string, size: number) => [...Buffer.from(value.padEnd(size, '\0'))];

function startActivity(isBig = false): FitWriter {
  return new FitWriter(isBig)
    .define(0, fileId, [
      [1, 2, uint16],
      [3, 4, 0x8c],
      [8, 8, text],
    ])
    .write(0, 23, 12_345, 'D5')
    .define(1, session, [
      [253, 4, uint32],
      [2, 4, uint32],
      [7, 4, uint32],
      [5, 1, 0],
    ])
    .write(1, start + 60, start, 60_000, 53)
    .define(2, activity, [
      [253, 4, uint32],
      [5, 4, uint32],
    ])
    .write(2, start + 60, start + 60 + 7200);
}

const depths: readonly Field[] = [
  [253, 4, uint32],
  [92, 4, uint32],
];

const writeDepths = (writer: FitWriter) =>
  writer
    .define(3, record, depths)
    .write(3, start, 1500)
    .write(3, start + 10, 18_400);

function readDepths(bytes: Uint8Array) {
  const { dives } = readDiveFile(bytes);
  return dives.map(({ start: from, recordings: [recording] }) => ({
    offset: from?.utcOffsetMin,
    times: [...(recording?.samples.timeS ?? [])],
    depths: [...(recording?.samples.columns.depthM ?? [])],
  }));
}

const expected = { offset: 120, times: [0, 10], depths: [1.5, 18.4] };

describe('FIT of other devices', () => {
  it.each([
    ['little', false],
    ['big', true],
  ])('reads %s endian messages', (_, isBig) => {
    const bytes = writeDepths(startActivity(isBig)).finish();
    expect(readDepths(bytes)).toEqual([expected]);
    expect(readDiveFile(bytes).dives[0]?.recordings[0]).toMatchObject({
      vendor: 'suunto',
      model: 'D5',
      serial: '12345',
    });
  });

  it('reads times in the headers of messages, across their overflow', () => {
    const writer = startActivity()
      .define(3, record, depths)
      .write(3, start, 0)
      .define(2, record, [[92, 4, uint32]]);
    const seconds = Array.from({ length: 80 }, (_, index) => index);
    for (const second of seconds.slice(1)) writer.writeCompressed(2, start + second, second * 100);
    const [read] = readDepths(writer.finish());
    expect(read?.times).toEqual(seconds);
    expect(read?.depths.at(-1)).toBe(7.9);
  });

  it.each([
    ['with', true],
    ['without', false],
  ])('reads records that have fields of a developer %s a description', (_, isDescribed) => {
    const writer = startActivity();
    if (isDescribed)
      writer
        .define(4, fieldDescription, [
          [0, 1, uint8],
          [1, 1, uint8],
          [2, 1, uint8],
          [3, 10, text],
        ])
        .write(4, 0, 0, uint16, 'Pressure');
    writer
      .define(3, record, depths, [[0, 2, isDescribed ? 0 : developer]])
      .write(3, start, 1500, 20_000)
      .write(3, start + 10, 18_400, 19_000);
    expect(readDepths(writer.finish())).toEqual([expected]);
  });

  it('reads a message that is defined again with other fields', () => {
    const writer = startActivity()
      .define(3, record, depths)
      .write(3, start, 1500)
      .define(3, record, [...depths, [13, 1, 0x01]])
      .write(3, start + 10, 18_400, 12);
    expect(readDepths(writer.finish())).toEqual([expected]);
  });

  it('finds an activity after bytes that belong to none', () => {
    const one = writeDepths(startActivity()).finish();
    const { dives, warnings } = readDiveFile(Uint8Array.from([...one, ...new Uint8Array(30), ...one, 1, 2]));
    expect(dives).toHaveLength(2);
    expect(warnings).toEqual([{ field: 'file', code: 'not-decoded', value: '32 bytes', count: 1 }]);
  });
});
