import { FormattedMessage, FormattedTime } from 'react-intl';
import { SaveIndicator } from '#ui/feedback/save-indicator.tsx';
import { useFormState } from './form-context.ts';
import type { SaveState as State } from './form-store.ts';

const displayStates: Readonly<Record<State['kind'], 'saved' | 'saving' | 'offline' | 'failed'>> = {
  untouched: 'saved',
  kept: 'saving',
  saving: 'saving',
  saved: 'saved',
  offline: 'offline',
  refused: 'offline',
  stale: 'failed',
  local: 'offline',
  unkept: 'failed',
};

/** Phones show only the status itself. */
export function LogSaveStatus({ isShort = false }: { isShort?: boolean }) {
  const save = useFormState((state) => state.save);
  const isKept = isShort && ['kept', 'offline', 'refused', 'stale', 'local'].includes(save.kind);
  const name = isKept ? 'kept' : save.kind === 'saved' && isShort ? 'saved_short' : save.kind;
  return (
    <SaveIndicator state={displayStates[save.kind]}>
      <FormattedMessage
        id={`logbook.form.state.${name}`}
        values={save.kind === 'saved' ? { time: <FormattedTime value={save.at} timeStyle="short" /> } : {}}
      />
    </SaveIndicator>
  );
}
