import { createContext, useContext, useSyncExternalStore } from 'react';
import type { LogStatus } from '#features/logbook/shared/enums.ts';
import { canEdit, canEditNotes } from '#features/logbook/shared/policy.ts';
import type { LogForm } from './create-log-form.ts';
import type { FormState } from './form-store.ts';
import type { FieldName, LogValues } from './log-values.ts';

export const LogFormContext = createContext<LogForm | null>(null);

export function useLogForm(): LogForm {
  const form = useContext(LogFormContext);
  if (form === null) throw new Error('this field stands outside a form');
  return form;
}

/** One part of the state: whoever asks for it is drawn again when that part changes, and by nothing else. */
export function useFormState<Part>(pick: (state: FormState) => Part): Part {
  const { store } = useLogForm();
  return useSyncExternalStore(store.subscribe, () => pick(store.get()));
}

export const getStatus = ({ log }: FormState): LogStatus => log?.status ?? 'Draft';

export const fieldId = (field: FieldName) => `log-${field}`;

/** A field with its value, what is wrong with it by message id, and what its instructor has said of it. */
export function useLogField<Field extends FieldName>(field: Field) {
  const form = useLogForm();
  const value = useFormState(({ values }) => values[field]);
  const problem = useFormState(({ problems }) => problems[field]);
  const status = useFormState(getStatus);
  const isReadOnly = !(field === 'notes' ? canEditNotes(status) : canEdit(status));
  const set = (next: LogValues[Field]) => form.set(field, next);
  return { id: fieldId(field), value, set, problem, isReadOnly };
}
