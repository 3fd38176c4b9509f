import { FormattedMessage, FormattedTime } from 'react-intl';
import { saveLooks, type SaveState as State } from '../../../platform/web/autosave.ts';
import { SaveState } from '../../../ui/save-state.tsx';

/** Always what is true: where what was filled in is at this moment. */
export function SavedLine({ save }: { save: State }) {
  return (
    <SaveState state={saveLooks[save.kind]}>
      <FormattedMessage
        id={`applications.apply.state.${save.kind}`}
        values={save.kind === 'saved' ? { time: <FormattedTime value={save.at} timeStyle="short" /> } : {}}
      />
    </SaveState>
  );
}
