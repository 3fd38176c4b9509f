import { BookOpen, Check, Hourglass, IdCard, Undo2 } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { formatDay } from '#platform/shared/format-day.ts';
import type { QueryState } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { CoursePath, type CoursePoint } from '#ui/dive/course-path.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { CourseReport } from '#features/learning/shared/course-contract.ts';
import type { DiveRow } from './dashboard-queries.ts';
import {
  getDepthAt,
  listBends,
  listCourseDives,
  getStopPositions,
  getPathProgress,
  buildPathStops,
  type PathStop,
} from './course-progress.ts';

interface CourseProgressSectionProps {
  query: QueryState<CourseReport>;
  dives: readonly DiveRow[];
}

/** Draws the course as a dive that ends at the surface, with the card if the course leads to one. */
export function CourseProgressSection({ query, dives }: CourseProgressSectionProps) {
  const intl = useIntl();
  return (
    <QueryView
      query={query}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'learning.loading' })} className="h-29.5 lg:h-47.5 lg:mb-15">
          <Skeleton height="100%" />
        </SkeletonGroup>
      }
      isCard
    >
      {(report) => <CourseProgressChart report={report} dives={dives} />}
    </QueryView>
  );
}

export function CourseProgressChart({ report, dives }: { report: CourseReport; dives: readonly DiveRow[] }) {
  const intl = useIntl();
  const stops = buildPathStops(report, listCourseDives(dives, report.logCourse));
  const places = getStopPositions(stops.length, report.hasCard);
  const points: CoursePoint[] = stops.map((stop, index) => {
    const at = places[index] ?? 0;
    return { at, depth: stop.kind === 'card' ? 0 : getDepthAt(at), stop: toChartStop(intl, stop) };
  });
  return (
    <CoursePath
      label={intl.formatMessage({ id: 'learning.path.label' })}
      points={[...listBends(places), ...points].toSorted((a, b) => a.at - b.at)}
      progress={getPathProgress(stops, places)}
      note={
        <FormattedMessage
          id={report.dives > 0 ? 'learning.path.note_dives' : 'learning.path.note'}
          values={{
            done: report.lessonsDone,
            total: report.lessonsTotal,
            verified: report.divesVerified,
            dives: report.dives,
            b: bold,
          }}
        />
      }
    />
  );
}

const bold = (chunks: ReactNode) => <b>{chunks}</b>;

function toChartStop(intl: IntlShape, stop: PathStop): NonNullable<CoursePoint['stop']> {
  const isStarted = stop.isDone || (stop.done ?? 0) > 0;
  return {
    state: stop.needsYou ? 'here' : isStarted ? 'done' : 'next',
    icon: getStopIcon(stop),
    label: formatStopLabel(intl, stop),
    detail: formatStopDetail(intl, stop),
    isLabelHidden: stop.kind === 'card',
  };
}

function getStopIcon({ kind, isDone, needsYou, isPending, done }: PathStop) {
  if (kind === 'card') return <IdCard size={14} />;
  if (needsYou) return <Undo2 size={14} className="flip" />;
  if (isPending) return <Hourglass size={14} />;
  if (isDone) return <Check size={14} />;
  return done ? <BookOpen size={14} /> : undefined;
}

function formatStopLabel(intl: IntlShape, { kind, number }: PathStop): string {
  return intl.formatMessage({ id: `learning.path.${kind}` }, { number });
}

function formatStopDetail(
  intl: IntlShape,
  { kind, needsYou, isPending, isDone, date, done, total }: PathStop,
): string | undefined {
  if (needsYou) return intl.formatMessage({ id: 'learning.path.returned' });
  if (isPending) return intl.formatMessage({ id: 'learning.path.pending' });
  if (kind === 'knowledge' || kind === 'section')
    return intl.formatMessage({ id: 'learning.path.lessons' }, { done, total });
  return isDone && date ? formatDay(intl, date, 'short') : undefined;
}
