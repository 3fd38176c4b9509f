import type { FormState } from './form-store.ts';
import { parseFieldPath } from './log-validation.ts';
import { listDifferingFields, type FieldName, type LogValues } from './log-values.ts';

/** The instructor's remark on a returned field, until the diver changes the value. */
export function findRemark(
  { log, values }: Pick<FormState, 'log' | 'values'>,
  base: LogValues,
  field: FieldName,
): string | null {
  if (log?.status !== 'Returned') return null;
  const remark = log.returned_fields.find((fieldRemark) => parseFieldPath(fieldRemark.field) === field);
  const isChanged = values[field] !== base[field] && listDifferingFields(values, base).includes(field);
  return remark === undefined || isChanged ? null : remark.message;
}

/** The fields with an open remark, which the form marks and no others. */
export function listReturnedFields(state: Pick<FormState, 'log' | 'values'>, base: LogValues): FieldName[] {
  const fields = (state.log?.returned_fields ?? []).flatMap(({ field }) => parseFieldPath(field) ?? []);
  return fields.filter((field) => findRemark(state, base, field) !== null);
}
