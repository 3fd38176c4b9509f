import { FormattedMessage, FormattedTime } from 'react-intl';
import { SaveState } from '../../../../ui/save-state.tsx';
import { useFormState } from './form-context.ts';
import type { SaveState as State } from './form-store.ts';

const looks: Readonly<Record<State['kind'], 'saved' | 'saving' | 'offline' | 'failed'>> = {
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

/** Always what is true: where the dive is kept at this moment. On a phone there is room for the fact alone. */
export function SaveLine({ isShort = false }: { isShort?: boolean }) {
  const save = useFormState((state) => state.save);
  const isKept = isShort && ['kept', 'offline', 'refused', 'stale', 'local'].includes(save.kind);
  const name = isKept ? 'kept' : save.kind === 'saved' && isShort ? 'saved_short' : save.kind;
  return (
    <SaveState state={looks[save.kind]}>
      <FormattedMessage
        id={`logbook.form.state.${name}`}
        values={save.kind === 'saved' ? { time: <FormattedTime value={save.at} timeStyle="short" /> } : {}}
      />
    </SaveState>
  );
}
