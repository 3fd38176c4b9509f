import { createContext, useContext, useSyncExternalStore } from 'react';
import { currentToken } from '#platform/web/session/session.ts';
import type { LogStatus } from '#features/logbook/shared/enums.ts';
import { canEdit, canEditNotes, isOwnDive } from '#features/logbook/shared/policy.ts';
import type { LogForm } from './create-log-form.ts';
import type { FormState } from './form-store.ts';
import type { FieldName, LogValues } from './log-values.ts';

export const LogFormContext = createContext<LogForm | null>(null);

export function useLogForm(): LogForm {
  const form = useContext(LogFormContext);
  if (form === null) throw new Error('useLogForm requires a LogFormContext provider');
  return form;
}

/** Selects a part of the state; the component re-renders only when that part changes. */
export function useFormState<Part>(pick: (state: FormState) => Part): Part {
  const { store } = useLogForm();
  return useSyncExternalStore(store.subscribe, () => pick(store.get()));
}

export const getStatus = ({ log }: FormState): LogStatus => log?.status ?? 'Draft';

/** A new dive is the viewer's. */
export const isOwn = ({ log }: FormState) => log === null || isOwnDive(log, currentToken());
export const isEditable = ({ log }: FormState) => log === null || canEdit(log, currentToken());
export const areNotesEditable = ({ log }: FormState) => log === null || canEditNotes(log, currentToken());

export const fieldId = (field: FieldName) => `log-${field}`;

/** A field with its value, problem (a message id) and setter. */
export function useLogField<Field extends FieldName>(field: Field) {
  const form = useLogForm();
  const value = useFormState(({ values }) => values[field]);
  const problem = useFormState(({ problems }) => problems[field]);
  const isReadOnly = !useFormState(field === 'notes' ? areNotesEditable : isEditable);
  const set = (next: LogValues[Field]) => form.set(field, next);
  return { id: fieldId(field), value, set, problem, isReadOnly };
}
