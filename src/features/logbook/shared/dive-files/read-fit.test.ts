import { describe, expect, it } from 'vitest';
import { DiveFileError } from './dive-file.ts';
import { encodeActivity, encodeRun } from './fit-testing.ts';
import { readDiveFile } from './read-dive-file.ts';

const join = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts));

describe('FIT', () => {
  it('reads records, gases, tank pressure and the local time of the file', () => {
    const { format, dives, warnings } = readDiveFile(encodeActivity({}));
    expect(format).toBe('fit');
    expect(warnings).toEqual([]);
    expect(dives).toMatchObject([
      {
        start: { local: '2024-05-02T00:30:00', utcOffsetMin: 120 },
        durationS: 30,
        maxDepthM: 18.4,
        waterTempC: 18,
        cylinders: [{ gas: { o2: 18, he: 45 }, startBar: 200.5, endBar: 90 }, { gas: { o2: 50, he: 0 } }],
        recordings: [{ vendor: 'garmin', model: 'Descent Mk 2', samples: { count: 3 } }],
        warnings: [],
      },
    ]);
    const samples = dives[0]?.recordings[0]?.samples;
    expect(samples?.timeS).toEqual(Float64Array.of(0, 10, 20));
    expect(samples?.columns.depthM).toEqual(Float64Array.of(1.2, 18.4, 2));
    expect(samples?.pressureBar[0]).toEqual(Float64Array.of(200.5, Number.NaN, Number.NaN).with(2, 90));
  });

  it('places a file without local time by its position, or leaves the offset open', () => {
    const placed = readDiveFile(encodeActivity({ offsetMin: null, position: [28.5, 34.5] }));
    expect(placed.dives[0]?.start).toMatchObject({ local: '2024-05-02T01:30:00', utcOffsetMin: 180 });
    const open = readDiveFile(encodeActivity({ offsetMin: null }));
    expect(open.dives[0]).toMatchObject({ start: { utcOffsetMin: null }, warnings: [{ code: 'utc-only' }] });
  });

  it('reads every activity of a chained file', () => {
    const chained = join(encodeActivity({}), encodeActivity({ start: '2024-05-02T08:00:00Z', depths: [5, 30, 4, 1] }));
    expect(readDiveFile(chained).dives.map(({ maxDepthM }) => maxDepthM)).toEqual([18.4, 30]);
  });

  it('leaves out other sports with a warning', () => {
    const running = encodeRun();
    expect(readDiveFile(running)).toMatchObject({
      dives: [],
      warnings: [{ code: 'not-a-dive', value: 'running' }, { code: 'no-dives' }],
    });
  });

  it('returns a dive without a recording if it has no records', () => {
    expect(readDiveFile(encodeActivity({ depths: [] })).dives).toMatchObject([{ recordings: [] }]);
  });

  it('keeps the complete activities of a chained file that is cut off', () => {
    const chained = join(encodeActivity({}), encodeActivity({ start: '2024-05-02T08:00:00Z' }));
    expect(readDiveFile(chained.slice(0, -40))).toMatchObject({
      dives: [{ maxDepthM: 18.4 }],
      warnings: [{ field: 'file', code: 'not-decoded' }],
    });
  });

  it('warns of a wrong checksum and rejects a file that is cut off', () => {
    const bytes = encodeActivity({});
    const damaged = bytes.with(bytes.length - 1, (bytes.at(-1) ?? 0) ^ 0xff);
    expect(readDiveFile(damaged)).toMatchObject({ dives: [{}], warnings: [{ code: 'checksum' }] });
    for (const length of [13, 40, bytes.length - 20])
      expect(() => readDiveFile(bytes.slice(0, length))).toThrow(DiveFileError);
  });

  it('rejects a file of empty messages before creating an object for each', () => {
    const data = new Uint8Array(3_000_000);
    data.set([0x40, 0, 0, 20, 0, 0]);
    const header = Uint8Array.of(12, 32, 0, 0, 0, 0, 0, 0, 0x2e, 0x46, 0x49, 0x54);
    new DataView(header.buffer).setUint32(4, data.length, true);
    expect(() => readDiveFile(join(header, data, new Uint8Array(2)))).toThrow(/more than 250000 messages/);
  });
});
