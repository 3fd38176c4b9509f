import { DiveFileError } from '../dive-file.ts';

export const recordBytes = 32;
const blockBytes = 128;
export const predatorModel = 2;
export const logTags = {
  sample: 0x01,
  freedive: 0x02,
  opening: 0x10,
  closing: 0x20,
  event: 0x30,
  extension: 0xe1,
  final: 0xff,
};

/** Where the parts of a log are. Older logs have one large block instead of numbered records. */
export interface LogLayout {
  isNumbered: boolean;
  opening: (number | undefined)[];
  closing: (number | undefined)[];
  final: number | undefined;
  sampleBytes: number;
  firstSample: number;
  end: number;
}

export function findLayout(view: DataView): LogLayout {
  return view.byteLength >= 2 && view.getUint16(0) !== 0xff_ff ? findRecords(view) : findBlocks(view);
}

function findRecords(view: DataView): LogLayout {
  const layout: LogLayout = {
    isNumbered: true,
    opening: [],
    closing: [],
    final: undefined,
    sampleBytes: recordBytes,
    firstSample: 0,
    end: view.byteLength,
  };
  for (let offset = 0; offset + recordBytes <= view.byteLength; offset += recordBytes) {
    const tag = view.getUint8(offset);
    if (tag >= logTags.opening && tag < logTags.opening + 10) layout.opening[tag - logTags.opening] ??= offset;
    else if (tag >= logTags.closing && tag < logTags.closing + 10) layout.closing[tag - logTags.closing] ??= offset;
    else if (tag === logTags.final) layout.final ??= offset;
  }
  return layout;
}

function findBlocks(view: DataView): LogLayout {
  const size = view.byteLength;
  const hasFinal = size >= 3 * blockBytes && view.getUint16(size - blockBytes) === 0xff_fd;
  const end = size - blockBytes * (hasFinal ? 2 : 1);
  if (end < blockBytes) throw new DiveFileError('malformed', 'the log is too short');
  const final = hasFinal ? size - blockBytes : undefined;
  const isPredator = final === undefined || view.getUint8(final + 13) === predatorModel;
  return {
    isNumbered: false,
    opening: [0],
    closing: [end],
    final,
    sampleBytes: isPredator ? recordBytes / 2 : recordBytes,
    firstSample: blockBytes,
    end,
  };
}
