import FitParser from 'fit-file-parser';
import { DiveFileError, type Position } from './dive-file.ts';
import { parsePosition } from './parse-values.ts';

export type Message = Readonly<Record<string, unknown>>;
export type Messages = Readonly<Record<string, readonly Message[] | undefined>>;

export function parseFit(part: Uint8Array<ArrayBuffer>): Messages {
  const parser = new FitParser({ force: true, mode: 'list', temperatureUnit: 'celsius', pressureUnit: 'bar' });
  let messages: Messages | undefined;
  try {
    // The callback runs before `parse` returns.
    parser.parse(part.buffer, (_error, data) => {
      messages = data?.messages as Messages | undefined;
    });
  } catch {
    messages = undefined;
  }
  if (messages === undefined) throw new DiveFileError('malformed', 'the FIT file is damaged');
  return messages;
}

export function readPosition(message: Message | undefined, prefix: string): Position | null {
  return parsePosition(getNumber(message, `${prefix}_lat`), getNumber(message, `${prefix}_long`));
}

export function readRecordPosition(records: readonly Message[]): Position | null {
  return readPosition(
    records.find((record) => getNumber(record, 'position_lat') !== null),
    'position',
  );
}

export const toText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;

export function getNumber(message: Message | undefined, field: string): number | null {
  const value = message?.[field];
  return typeof value === 'number' ? value : null;
}

export function getTime(message: Message | undefined, field: string): number | null {
  const value = message?.[field];
  const time = value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

export function getIndex(message: Message, field: string): number | null {
  const value = message[field];
  if (typeof value === 'number') return value;
  return typeof value === 'object' && value !== null ? getNumber(value as Message, 'value') : null;
}
