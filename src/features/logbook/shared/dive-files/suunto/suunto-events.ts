import type { RecordingEvent } from '../dive-file.ts';

/** Kinds of Suunto's events by their names, which the JSON and SML formats share. */
export function getSuuntoEventKind(group: string, name: string): RecordingEvent['kind'] {
  if (/gas\s*(switch|change)/i.test(group)) return 'gas-change';
  if (/bookmark/i.test(group)) return 'bookmark';
  if (/ascent/i.test(name)) return 'ascent';
  if (/stop|ceiling/i.test(name)) return 'stop';
  return /alarm|warning/i.test(group) ? 'alarm' : 'other';
}
