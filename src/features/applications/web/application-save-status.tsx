import { FormattedMessage, FormattedTime } from 'react-intl';
import { saveIndicatorStates, type SaveState as State } from '#platform/web/sync/autosave.ts';
import { SaveIndicator } from '#ui/feedback/save-indicator.tsx';

export function ApplicationSaveStatus({ save }: { save: State }) {
  return (
    <SaveIndicator state={saveIndicatorStates[save.kind]}>
      <FormattedMessage
        id={`applications.apply.state.${save.kind}`}
        values={save.kind === 'saved' ? { time: <FormattedTime value={save.at} timeStyle="short" /> } : {}}
      />
    </SaveIndicator>
  );
}
