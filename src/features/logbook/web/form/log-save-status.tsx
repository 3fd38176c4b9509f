import { SaveStatus } from '#platform/web/sync/save-status.tsx';
import { useFormState } from './form-context.ts';

/** Phones show only the status itself. */
export function LogSaveStatus({ isShort = false }: { isShort?: boolean }) {
  const save = useFormState((state) => state.save);
  const isKept = isShort && ['kept', 'offline', 'refused', 'stale', 'local'].includes(save.kind);
  const name = isKept ? 'kept' : save.kind === 'saved' && isShort ? 'saved_short' : save.kind;
  return <SaveStatus save={save} id={`logbook.form.state.${name}`} />;
}
