import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatDay } from '#platform/shared/format-day.ts';
import { toDisplayValue, getUnitName, getUnit } from '#domain/units.ts';
import { useUnits } from '#domain/web/use-units.ts';
import { decodeOutline } from '#domain/outline.ts';
import { DiveOutline } from '#ui/dive/dive-outline.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { Stat } from '#ui/display/stat.tsx';
import { QuerySection } from '#features/learning/web/query-section.tsx';
import { useLastDive, type DiveRow } from './dashboard-queries.ts';

/** Renders nothing without a dive. */
export function LastDive() {
  const intl = useIntl();
  return (
    <QuerySection
      title="learning.last_dive"
      query={useLastDive()}
      isEmpty={(dive) => dive === null}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'learning.loading' })}>
          <Skeleton height={200} />
        </SkeletonGroup>
      }
    >
      {(dive) => dive !== null && <DiveCard dive={dive} />}
    </QuerySection>
  );
}

function DiveCard({ dive }: { dive: DiveRow }) {
  const intl = useIntl();
  const system = useUnits();
  const { max_depth: depth, bottom_time: minutes, bottom_water_temp: water, dive_date: date } = dive;
  const show = (field: 'max_depth' | 'bottom_water_temp', metric: number) => {
    const measure = field === 'max_depth' ? 'depth' : 'temperature';
    const typed = dive.typed.find((measure) => measure.field === field);
    const value = toDisplayValue(measure, system, metric, typed);
    return {
      value: intl.formatNumber(value, { maximumFractionDigits: 1 }),
      unit: getUnitName(getUnit(measure, system), intl.locale),
    };
  };
  return (
    <Link className="card block overflow-hidden text-inherit no-underline" to={`/logbook/dive/${dive.id}`}>
      {depth !== null && (
        <DiveOutline
          depths={dive.outline === null ? null : decodeOutline(dive.outline)}
          depthM={depth}
          scaleDepthM={Math.max(20, depth * 1.05)}
          height={92}
        />
      )}
      <span className="grid px-5 pt-3 pb-4">
        <b dir="auto">{dive.dive_title || intl.formatMessage({ id: 'learning.dive.untitled' })}</b>
        <span className="text-sm text-ink-2">
          {date !== null && formatDay(intl, date, 'short')}
          {date !== null && dive.dive_location && ' · '}
          <bdi>{dive.dive_location}</bdi>
        </span>
        <span className="grid grid-cols-[repeat(3,auto)] justify-between mt-2">
          {depth !== null && <Stat size="sm" {...show('max_depth', depth)} />}
          {minutes !== null && (
            <Stat size="sm" value={intl.formatNumber(minutes)} unit={<FormattedMessage id="learning.dive.min" />} />
          )}
          {water !== null && <Stat size="sm" {...show('bottom_water_temp', water)} />}
        </span>
      </span>
    </Link>
  );
}
