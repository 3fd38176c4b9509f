import { clsx } from 'clsx';
import { useMemo, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { useIsWide } from '#platform/web/hooks/use-is-wide.ts';
import { SegmentedControl } from '#ui/fields/segmented-control.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import type { DiveLog, DiveRecording, LogPhoto } from '#features/logbook/shared/contract.ts';
import type { PackedRecording } from '#features/logbook/shared/recordings/pack-recording.ts';
import { usePhotos } from '#features/logbook/web/photos/photo-queries.ts';
import { timeTicks } from '#features/logbook/web/dive/chart-ticks.ts';
import { findDeepest } from './chart-points.ts';
import { getStartOffset, listLayers, type ProfileLayer } from './layers.ts';
import { readMoment } from './moment.ts';
import { PhotoPins } from './photo-pins.tsx';
import { ProfileChart, type OtherRecording } from './profile-chart.tsx';
import { LayerChips, ZoomButtons } from './profile-controls.tsx';
import { ProfileStats } from './profile-figures.tsx';
import { ProfileScrubber } from './profile-scrubber.tsx';
import { ProfileTable } from './profile-table.tsx';
import { RecordingNote } from './recording-note.tsx';
import { useRecording, useRecordings } from './recording-query.ts';
import { ShareDetails } from './share-details.tsx';
import { followMoment, selectWindow } from './time-window.ts';
import { useProfileText } from './use-profile-text.ts';

interface RecordedProfileProps {
  log: DiveLog;
  recording: DiveRecording;
  isOwn: boolean;
  isCompact: boolean;
  /** The outline, until the recording is loaded. */
  outline: ReactNode;
}

/** A dive's recordings: one of them at a time, and the others as lines to compare. */
export function RecordedProfile({ log, recording: first, isOwn, isCompact, outline }: RecordedProfileProps) {
  const [shownId, setShownId] = useState(first.id);
  const [isComparing, setIsComparing] = useState(false);
  const shown = log.recordings.find(({ id }) => id === shownId) ?? first;
  const rest = log.recordings.filter(({ id }) => id !== shown.id);
  const getKey = ({ id, shares_details: isShared }: DiveRecording) => ({
    logId: log.id,
    recordingId: id,
    sharesDetails: isOwn || isShared,
  });
  const { data: photos = [] } = usePhotos(log.id, log.experiences[0]?.photos ?? []);
  const query = useRecording(getKey(shown));
  const loaded = useRecordings(isComparing ? rest.map(getKey) : []);
  const others = loaded.flatMap((recording, index): OtherRecording[] => {
    const other = rest[index];
    if (recording === undefined || other === undefined) return [];
    const offsetS = getStartOffset(shown.start_local, other.start_local);
    return [{ id: other.id, name: other.computer ?? '', recording, offsetS }];
  });
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <QueryView query={query} skeleton={outline} level={3}>
        {(recording) => (
          <Profile
            key={shown.id}
            recording={recording}
            shown={shown}
            others={others}
            photos={photos}
            isCompact={isCompact}
          />
        )}
      </QueryView>
      {rest.length > 0 && (
        <div className="flex flex-wrap items-end gap-4 px-2 print:hidden">
          <ComputerChoice recordings={log.recordings} shownId={shown.id} onChange={setShownId} />
          <Switch
            label={<FormattedMessage id="logbook.profile.compare" />}
            checked={isComparing}
            onChange={({ target }) => setIsComparing(target.checked)}
          />
        </div>
      )}
      {isOwn && log.log_type === 'Training' && shown.can_share_details && <ShareDetails recording={shown} />}
    </div>
  );
}

interface ComputerChoiceProps {
  recordings: readonly DiveRecording[];
  shownId: string;
  onChange: (id: string) => void;
}

function ComputerChoice({ recordings, shownId, onChange }: ComputerChoiceProps) {
  const intl = useIntl();
  const unknown = intl.formatMessage({ id: 'logbook.extra.Computer' });
  return (
    <SegmentedControl
      label={unknown}
      options={recordings.map(({ id, computer }, index) => ({
        value: id,
        label: <bdi>{computer ?? `${unknown} ${intl.formatNumber(index + 1)}`}</bdi>,
      }))}
      value={shownId}
      onChange={onChange}
    />
  );
}

interface ProfileProps {
  recording: PackedRecording;
  shown: DiveRecording;
  others: readonly OtherRecording[];
  photos: readonly LogPhoto[];
  isCompact: boolean;
}

/** Ceilings and events matter for safety. Other lines are added by choice, so the water stays clear. */
const firstLayers: readonly ProfileLayer[] = ['ceiling', 'events'];

function Profile({ recording, shown, others, photos, isCompact }: ProfileProps) {
  const intl = useIntl();
  const text = useProfileText();
  const size = useIsWide() && !isCompact ? 'wide' : 'narrow';
  const { samples, durationS } = recording;
  const endS = Math.max(1, durationS ?? 0, samples.timeS.at(-1) ?? 0);
  const whole = useMemo(() => ({ fromS: 0, toS: (timeTicks(endS / 60).at(-1) ?? 1) * 60 }), [endS]);
  const deepest = useMemo(() => findDeepest(samples), [samples]);
  const available = useMemo(() => listLayers(recording), [recording]);
  const [layers, setLayers] = useState<readonly ProfileLayer[]>(firstLayers);
  const [window, setWindow] = useState(whole);
  const [momentS, setMomentS] = useState(deepest.timeS);
  const moment = useMemo(() => readMoment(recording, momentS), [recording, momentS]);
  const moveTo = (timeS: number) => {
    const next = Math.min(endS, timeS);
    setMomentS(next);
    setWindow((current) => followMoment(current, whole, next));
  };
  const summary = intl.formatMessage(
    { id: 'logbook.dive.outline' },
    {
      depth: text.depth(deepest.value),
      time: intl.formatMessage({ id: 'logbook.dive.tick_min' }, { minutes: Math.round(endS / 60) }),
    },
  );
  return (
    <>
      <div className={clsx('ltr', !isCompact && 'max-lg:mx-[calc(8px-var(--gutter))]')}>
        <div className={clsx(size === 'narrow' && 'max-w-140')}>
          <ProfileChart
            label={summary}
            recording={recording}
            others={others}
            window={window}
            layers={layers}
            size={size}
            moment={moment}
            onMoment={moveTo}
            renderPins={(scale) => (
              <PhotoPins photos={photos} start={shown.start_local} endS={endS} scale={scale} onMoment={moveTo} />
            )}
            onSelect={(from, to) => setWindow((current) => selectWindow(whole, from, to) ?? current)}
          />
          <RecordingNote recording={shown} />
        </div>
      </div>
      <div className={clsx(size === 'narrow' && 'max-w-140')}>
        <ProfileScrubber recording={recording} endS={endS} moment={moment} size={size} onMoment={moveTo} />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-4 px-2 print:hidden">
        <LayerChips
          available={available}
          chosen={layers.filter((layer) => available.includes(layer))}
          onChange={setLayers}
        />
        <ZoomButtons window={window} whole={whole} momentS={momentS} onChange={setWindow} />
      </div>
      <ProfileStats recording={recording} />
      <ProfileTable recording={recording} endS={endS} summary={summary} />
    </>
  );
}
