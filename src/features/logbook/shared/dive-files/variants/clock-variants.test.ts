import { describe, expect, it } from 'vitest';
import { encodeActivity } from '../fit-testing.ts';
import { readDiveFile } from '../read-dive-file.ts';

const readFit = (activity: Parameters<typeof encodeActivity>[0]) => readDiveFile(encodeActivity(activity)).dives[0];

describe('the clock of a computer', () => {
  it.each([
    ['FIT since the device was switched on', 5000],
    ['FIT that is far ahead', 0xff_ff_00_00],
  ])('gives no start if it is that of %s', (_name, seconds) => {
    const dive = readFit({ start: seconds, offsetMin: null });
    expect(dive?.start).toBeNull();
    expect(dive?.warnings).toMatchObject([{ field: 'datetime', code: 'invalid-date' }]);
    expect(dive?.recordings[0]?.samples.timeS).toEqual(Float64Array.of(0, 10, 20));
  });

  it('gives no start if a Shearwater was never set', () => {
    const record = (tag: number) => Uint8Array.of(tag, ...new Uint8Array(31));
    const opening = [0x10, 0x11, 0x12, 0x13, 0x14].map(record);
    new DataView(opening[0]?.buffer ?? new ArrayBuffer(32)).setUint32(12, 1);
    const [dive] = readDiveFile(Uint8Array.from(opening.flatMap((bytes) => [...bytes]))).dives;
    expect(dive).toMatchObject({ start: null, warnings: [{ code: 'invalid-date', value: '1970-01-01T00:00:01' }] });
  });
});

describe('the offset of a FIT file', () => {
  const place: [number, number] = [28.5, 34.5];
  const westOfUtc: [number, number] = [20.5, -87];

  it('is that of the position if the file has UTC as local time', () => {
    expect(readFit({ offsetMin: 0, position: westOfUtc })).toMatchObject({
      start: { local: '2024-05-01T17:30:00', utcOffsetMin: -300 },
      warnings: [{ code: 'offset-mismatch', value: 'UTC+00:00' }],
    });
  });

  it('stays if a watch was set to it, with a warning', () => {
    expect(readFit({ offsetMin: 480, position: place })).toMatchObject({
      start: { local: '2024-05-02T06:30:00', utcOffsetMin: 480 },
      warnings: [{ code: 'offset-mismatch', value: 'UTC+08:00' }],
    });
  });

  it('stays without a warning in summer time, on a boat, and without a position', () => {
    for (const offsetMin of [60, 120, 180, 240]) expect(readFit({ offsetMin, position: place })?.warnings).toEqual([]);
    expect(readFit({ offsetMin: 480, position: [0, 0] })?.warnings).toEqual([]);
  });
});
