import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { showIn, unitName, unitOf } from '../../../../platform/shared/units.ts';
import { useUnits } from '../../../../platform/web/units.ts';
import type { DepthSample } from '../../../../ui/depth-bands.ts';
import { Profile } from '../../../../ui/profile.tsx';
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton.tsx';
import { Stat } from '../../../../ui/stat.tsx';
import { Part } from '../part.tsx';
import { useLastDive, type DiveRow } from './dashboard-queries.ts';

/** The dive that was logged last; without one the part is not there. */
export function LastDive() {
  const intl = useIntl();
  return (
    <Part
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
    </Part>
  );
}

function DiveCard({ dive }: { dive: DiveRow }) {
  const intl = useIntl();
  const system = useUnits();
  const { max_depth: depth, bottom_time: minutes, bottom_water_temp: water, dive_date: date } = dive;
  const show = (field: 'max_depth' | 'bottom_water_temp', metric: number) => {
    const measure = field === 'max_depth' ? 'depth' : 'temperature';
    const typed = dive.typed.find((one) => one.field === field);
    const value = showIn(measure, system, metric, typed);
    return {
      value: intl.formatNumber(value, { maximumFractionDigits: 1 }),
      unit: unitName(unitOf(measure, system), intl.locale),
    };
  };
  return (
    <Link className="card last-dive" to={`/logbook/dive/${dive.id}`}>
      {depth !== null && minutes !== null && (
        <Profile samples={outlineOf(depth, minutes)} scaleDepthM={Math.max(20, depth * 1.05)} label="" height={92} />
      )}
      <span className="body">
        <b dir="auto">{dive.dive_title || intl.formatMessage({ id: 'learning.dive.untitled' })}</b>
        <span className="text-sm text-ink-2">
          {date !== null && intl.formatDate(`${date}T00:00:00Z`, { day: 'numeric', month: 'long', timeZone: 'UTC' })}
          {date !== null && dive.dive_location && ' · '}
          <bdi>{dive.dive_location}</bdi>
        </span>
        <span className="numbers">
          {depth !== null && <Stat size="mid" {...show('max_depth', depth)} />}
          {minutes !== null && (
            <Stat size="mid" value={intl.formatNumber(minutes)} unit={<FormattedMessage id="learning.dive.min" />} />
          )}
          {water !== null && <Stat size="mid" {...show('bottom_water_temp', water)} />}
        </span>
      </span>
    </Link>
  );
}

/** Down, along and up: a plain shape, which does not pretend to be a recording. */
function outlineOf(depthM: number, minutes: number): DepthSample[] {
  return [
    { timeMin: 0, depthM: 0 },
    { timeMin: minutes * 0.1, depthM },
    { timeMin: minutes * 0.65, depthM: depthM * 0.8 },
    { timeMin: minutes * 0.88, depthM: Math.min(5, depthM) },
    { timeMin: minutes * 0.96, depthM: Math.min(5, depthM) },
    { timeMin: minutes, depthM: 0 },
  ];
}
