import { BookOpen, Check, Hourglass, IdCard, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { CoursePath, type CoursePoint } from '../../../../ui/course-path.tsx';
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton.tsx';
import type { CourseReport } from '../../shared/course-contract.ts';
import { hasFailed, LoadFailure, type Asked } from '../part.tsx';
import type { DiveRow } from './dashboard-queries.ts';
import { depthAt, divesOf, placesOf, progressOf, stopsOf, type PathStop } from './stand.ts';

interface CourseDiveProps {
  query: Asked<CourseReport>;
  dives: readonly DiveRow[];
}

/** The course drawn as a dive that ends at the surface with a card. */
export function CourseDive({ query, dives }: CourseDiveProps) {
  const intl = useIntl();
  if (query.data === undefined)
    return hasFailed(query) ? (
      <LoadFailure query={query} />
    ) : (
      <SkeletonGroup label={intl.formatMessage({ id: 'learning.loading' })} className="path-skeleton">
        <Skeleton height="100%" />
      </SkeletonGroup>
    );
  return <CoursePicture report={query.data} dives={dives} />;
}

export function CoursePicture({ report, dives }: { report: CourseReport; dives: readonly DiveRow[] }) {
  const intl = useIntl();
  const stops = stopsOf(report, divesOf(dives, report.logCourse));
  const places = placesOf(stops.length);
  const points: CoursePoint[] = stops.map((stop, index) => {
    const at = places[index] ?? 0;
    return { at, depth: stop.kind === 'card' ? 0 : depthAt(at), stop: drawStop(intl, stop) };
  });
  return (
    <CoursePath
      label={intl.formatMessage({ id: 'learning.path.label' })}
      points={[{ at: 0.06, depth: depthAt(0.06) }, ...points]}
      progress={progressOf(stops, places)}
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

const bold = (words: ReactNode) => <b>{words}</b>;

function drawStop(intl: IntlShape, stop: PathStop): NonNullable<CoursePoint['stop']> {
  const isBegun = stop.isDone || (stop.done ?? 0) > 0;
  return {
    state: stop.needsYou ? 'here' : isBegun ? 'done' : 'next',
    icon: iconOf(stop),
    label: labelOf(intl, stop),
    detail: detailOf(intl, stop),
    isLabelHidden: stop.kind === 'card',
  };
}

function iconOf({ kind, isDone, needsYou, isPending, done }: PathStop) {
  if (kind === 'card') return <IdCard size={14} />;
  if (needsYou) return <Undo2 size={14} className="flip" />;
  if (isPending) return <Hourglass size={14} />;
  if (isDone) return <Check size={14} />;
  return done ? <BookOpen size={14} /> : undefined;
}

function labelOf(intl: IntlShape, { kind, number }: PathStop): string {
  return intl.formatMessage({ id: `learning.path.${kind}` }, { number });
}

function detailOf(
  intl: IntlShape,
  { kind, needsYou, isPending, isDone, date, done, total }: PathStop,
): string | undefined {
  if (needsYou) return intl.formatMessage({ id: 'learning.path.returned' });
  if (isPending) return intl.formatMessage({ id: 'learning.path.pending' });
  if (kind === 'knowledge' || kind === 'section')
    return intl.formatMessage({ id: 'learning.path.lessons' }, { done, total });
  if (isDone && date)
    return intl.formatDate(date.length === 10 ? `${date}T00:00:00Z` : date, {
      day: 'numeric',
      month: 'short',
      ...(date.length === 10 && { timeZone: 'UTC' }),
    });
  return undefined;
}
