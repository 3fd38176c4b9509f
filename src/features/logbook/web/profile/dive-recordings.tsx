import { clsx } from 'clsx';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { decodeOutline } from '#domain/outline.ts';
import { whenUsed } from '#platform/web/hooks/when-used.ts';
import { Skeleton, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { DiveProfileChart } from '#ui/dive/dive-profile-chart.tsx';
import type { DiveLog, DiveRecording } from '#features/logbook/shared/contract.ts';
import { depthTicks, timeTicks } from '#features/logbook/web/dive/chart-ticks.ts';
import { useMeasures } from '#features/logbook/web/use-measures.ts';
import { RecordingNote } from './recording-note.tsx';

const RecordedProfile = lazy(async () => ({ default: (await import('./recorded-profile.tsx')).RecordedProfile }));

interface DiveRecordingsProps {
  log: DiveLog;
  /** The first one. */
  recording: DiveRecording;
  outline: string;
  isOwn: boolean;
  isCompact: boolean;
}

/** The outline of a dive, which comes with the page. The recording with all its samples follows when the page is used. */
export function DiveRecordings({ log, recording, outline, isOwn, isCompact }: DiveRecordingsProps) {
  const [isUsed, setIsUsed] = useState(false);
  useEffect(() => {
    let isMounted = true;
    void whenUsed().then(() => isMounted && setIsUsed(true));
    return () => {
      isMounted = false;
    };
  }, []);
  const chart = <OutlineChart recording={recording} outline={outline} isCompact={isCompact} />;
  if (!isUsed) return chart;
  return (
    <Suspense fallback={chart}>
      <RecordedProfile log={log} recording={recording} isOwn={isOwn} isCompact={isCompact} outline={chart} />
    </Suspense>
  );
}

type OutlineChartProps = Pick<DiveRecordingsProps, 'recording' | 'outline' | 'isCompact'>;

function OutlineChart({ recording, outline, isCompact }: OutlineChartProps) {
  const intl = useIntl();
  const measures = useMeasures();
  const minutes = Math.max(1, (recording.duration_s ?? 0) / 60);
  const depthM = recording.max_depth ?? 0;
  const depths = decodeOutline(outline);
  const depth = measures.show('max_depth', depthM);
  const deepest = depth === null ? '' : `${depth.value} ${depth.unit}`;
  const times = timeTicks(minutes);
  const formatMinutes = (value: number) =>
    intl.formatMessage({ id: 'logbook.dive.tick_min' }, { minutes: Math.round(value) });
  const chart = {
    samples: [
      { timeMin: 0, depthM: 0 },
      ...depths.map((share, index) => ({
        timeMin: ((index + 0.5) / depths.length) * minutes,
        depthM: share * depthM,
      })),
      { timeMin: minutes, depthM: 0 },
    ],
    label: intl.formatMessage({ id: 'logbook.dive.outline' }, { depth: deepest, time: formatMinutes(minutes) }),
    depthTicks: depthTicks(depthM, measures.system).map(({ value, depthM: at }) => ({
      depthM: at,
      text: value === 0 ? measures.unit('depth') : intl.formatNumber(value),
    })),
    timeTicks: times.map((timeMin) => ({
      timeMin,
      text: timeMin === times.at(-1) ? formatMinutes(timeMin) : intl.formatNumber(timeMin),
    })),
    deepestText: deepest,
  };
  return (
    <div className={clsx('ltr min-w-0', !isCompact && 'max-lg:mx-[calc(8px-var(--gutter))]')}>
      {!isCompact && (
        <div className="hidden xl:block">
          <DiveProfileChart {...chart} />
        </div>
      )}
      <div className={clsx('max-w-140', !isCompact && 'xl:hidden')}>
        <DiveProfileChart {...chart} size="narrow" />
      </div>
      <RecordingNote recording={recording} />
      <ControlsSkeleton />
    </div>
  );
}

/** As high as the controls, so the page doesn't jump when they appear. */
function ControlsSkeleton() {
  return (
    <div className="grid h-88 content-start gap-7 ps-8.5 pe-2 pt-8 print:hidden" aria-hidden="true">
      <Skeleton height={6} />
      <div className="grid grid-cols-3 gap-x-4 gap-y-6 sm:grid-cols-6">
        <SkeletonRows count={6} height={36} />
      </div>
      <Skeleton height={48} width="min(100%, 360px)" />
      <Skeleton height={40} width="min(70%, 240px)" />
    </div>
  );
}
