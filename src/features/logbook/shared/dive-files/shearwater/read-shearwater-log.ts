import { createDive, createRecording, type FileDive, type ReadWarning, type Recording } from '../dive-file.ts';
import type { SampleBudget } from '../samples.ts';
import { logTags } from './shearwater-log-layout.ts';
import { readShearwaterLog, type ShearwaterLog } from './shearwater-log.ts';
import { createCylinders } from './shearwater-profile.ts';

/** The first five opening records, which every log of 32-byte records begins with. */
export function isShearwaterLog(bytes: Uint8Array): boolean {
  return bytes.length % 32 === 0 && [0, 1, 2, 3, 4].every((index) => bytes[index * 32] === logTags.opening + index);
}

/** One dive as Shearwater Cloud exports it from the computer's memory (.swlogdata). */
export function readShearwaterLogFile(bytes: Uint8Array, warnings: ReadWarning[], budget: SampleBudget): FileDive[] {
  const log = readShearwaterLog(bytes, warnings, budget);
  const { start, durationS, maxDepthM } = log;
  const recordings = log.samples.count === 0 ? [] : [toRecording(log)];
  return [
    createDive({ start, durationS, maxDepthM, cylinders: createCylinders(log), recordings, warnings: log.warnings }),
  ];
}

export function toRecording(log: ShearwaterLog): Recording {
  const { model, serial, firmware, start, durationS, maxDepthM, samples, events, entry, exit, settings } = log;
  return createRecording({
    vendor: 'Shearwater',
    model,
    serial,
    firmware,
    start,
    durationS,
    maxDepthM,
    samples,
    events,
    entry,
    exit,
    settings,
  });
}
