import { type ReadWarning, type ReadWarningCode } from './dive-file.ts';
import { limits } from './limits.ts';

/** Warnings of a list by code and field, because a file can have a hundred thousand different ones. */
const indexes = new WeakMap<ReadWarning[], Map<ReadWarningCode, Map<string, ReadWarning>>>();

/** Adds a warning, or counts it if the field already has the same one. */
export function addWarning(
  warnings: ReadWarning[],
  field: string,
  code: ReadWarningCode,
  value: string | number | null = null,
): void {
  let codes = indexes.get(warnings);
  if (codes === undefined) indexes.set(warnings, (codes = new Map()));
  let fields = codes.get(code);
  if (fields === undefined) codes.set(code, (fields = new Map()));
  const same = fields.get(field);
  if (same !== undefined && code !== 'unreadable-file' && code !== 'not-a-dive') same.count++;
  else if (warnings.length < limits.warnings) {
    const warning = { field: field.slice(0, 200), code, value: describeValue(value), count: 1 };
    warnings.push(warning);
    fields.set(field, warning);
  }
}

/** Cylinders are searched for each sample and event, so their number must be limited before. */
export function limitCylinders<Item>(cylinders: Item[], warnings: ReadWarning[]): Item[] {
  return limitItems(cylinders, 'cylinders', warnings);
}

/** Every screen of a dive shows its recordings, and each takes memory even without samples. */
export function limitRecordings<Item>(recordings: Item[], warnings: ReadWarning[]): Item[] {
  return limitItems(recordings, 'recordings', warnings);
}

function limitItems<Item>(items: Item[], field: 'cylinders' | 'recordings', warnings: ReadWarning[]): Item[] {
  if (items.length <= limits[field]) return items;
  addWarning(warnings, field, 'impossible-value', items.length);
  return items.slice(0, limits[field]);
}

/** Infinity stands for text such as `NaN`, which is no number. */
function describeValue(value: string | number | null): string | null {
  if (value === null) return null;
  return typeof value === 'number' && !Number.isFinite(value) ? 'NaN' : String(value).slice(0, 200);
}
