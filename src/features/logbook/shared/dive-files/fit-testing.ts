import { FitBaseType, FitEncoder, type FitEncoderField } from 'fit-file-parser/encoder';

const utc = (text: string) => FitEncoder.toFitTimestamp(new Date(text));
const uint32 = (number: number, value: number): FitEncoderField => ({
  number,
  size: 4,
  baseType: FitBaseType.Uint32,
  value,
});
const uint16 = (number: number, value: number): FitEncoderField => ({
  number,
  size: 2,
  baseType: FitBaseType.Uint16,
  value,
});
const uint8 = (number: number, value: number): FitEncoderField => ({
  number,
  size: 1,
  baseType: FitBaseType.Uint8,
  value,
});
const sint32 = (number: number, value: number): FitEncoderField => ({
  number,
  size: 4,
  baseType: FitBaseType.Sint32,
  value,
});
const sint8 = (number: number, value: number): FitEncoderField => ({
  number,
  size: 1,
  baseType: FitBaseType.Sint8,
  value,
});
const enumeration = (number: number, value: number): FitEncoderField => ({
  number,
  size: 1,
  baseType: FitBaseType.Enum,
  value,
});
const degrees = (number: number, value: number): FitEncoderField => ({
  number,
  size: 4,
  baseType: FitBaseType.Sint32,
  value: Math.round((value / 180) * 2 ** 31),
});

const messageNumbers = { file: 0, session: 18, record: 20, activity: 34, summary: 268, gas: 259, tank: 319 };
const diving = 53;

interface Activity {
  /** A moment, or the seconds of the file's own clock. */
  start?: string | number;
  offsetMin?: number | null;
  depths?: number[];
  sport?: number;
  position?: [number, number];
  /** Metres per second, in each record. */
  ascentRate?: number;
  surfaceIntervalS?: number;
}

/** An activity of a Descent with one record every ten seconds. */
export function encodeActivity({
  start = '2024-05-01T22:30:00Z',
  offsetMin = 120,
  depths = [1.2, 18.4, 2],
  sport = diving,
  position,
  ascentRate,
  surfaceIntervalS,
}: Activity): Uint8Array {
  const from = typeof start === 'number' ? start : utc(start);
  const to = from + depths.length * 10;
  const encoder = new FitEncoder();
  encoder.writeMessage(messageNumbers.file, [enumeration(0, 4), uint16(1, 1), uint16(2, 3258), uint32(4, from)], 0);
  for (const [index, [o2, he]] of [
    [18, 45],
    [50, 0],
  ].entries())
    encoder.writeMessage(
      messageNumbers.gas,
      [uint16(254, index), uint8(0, he ?? 0), uint8(1, o2 ?? 0), enumeration(2, 1)],
      1,
    );
  encoder.writeMessage(messageNumbers.tank, [uint32(253, from), uint32(0, 77), uint16(1, 20_050)], 2);
  for (const [index, depth] of depths.entries())
    encoder.writeMessage(
      messageNumbers.record,
      [
        uint32(253, from + index * 10),
        uint32(92, depth * 1000),
        sint8(13, 18),
        uint8(3, 80),
        ...(ascentRate === undefined ? [] : [sint32(127, ascentRate * 1000)]),
      ],
      3,
    );
  encoder.writeMessage(messageNumbers.tank, [uint32(253, to - 10), uint32(0, 77), uint16(1, 9000)], 2);
  const place = position === undefined ? [] : [degrees(3, position[0]), degrees(4, position[1])];
  encoder.writeMessage(
    messageNumbers.session,
    [
      uint16(254, 0),
      uint32(253, to),
      uint32(2, from),
      enumeration(5, sport),
      uint32(7, depths.length * 10_000),
      ...place,
      ...(surfaceIntervalS === undefined ? [] : [uint32(142, surfaceIntervalS)]),
    ],
    4,
  );
  if (offsetMin !== null)
    encoder.writeMessage(messageNumbers.activity, [uint32(253, to), uint32(5, to + offsetMin * 60), uint16(1, 1)], 5);
  return encoder.close();
}

/** An activity without a dive. */
export function encodeRun(): Uint8Array {
  return new FitEncoder()
    .writeMessage(messageNumbers.session, [uint32(253, utc('2024-05-01T10:00:00Z')), enumeration(5, 1)])
    .close();
}
