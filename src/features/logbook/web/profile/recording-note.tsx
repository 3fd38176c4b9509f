import { FormattedMessage } from 'react-intl';
import type { DiveRecording } from '#features/logbook/shared/contract.ts';

/** Where the profile comes from. */
export function RecordingNote({ recording }: { recording: DiveRecording }) {
  const { computer, is_simulated: isSimulated, is_added_later: isAddedLater } = recording;
  if (!isSimulated && computer === null && !isAddedLater) return null;
  return (
    <p className="ps-8.5 pe-2 text-xs text-ink-3 text-end">
      {isSimulated ? (
        <FormattedMessage id="logbook.profile.simulated" />
      ) : (
        computer !== null && (
          <FormattedMessage
            id="logbook.profile.recorded_by"
            values={{ computer: <bdi key="computer">{computer}</bdi> }}
          />
        )
      )}
      {isAddedLater && (
        <span className="block">
          <FormattedMessage id="logbook.profile.added_later" />
        </span>
      )}
    </p>
  );
}
