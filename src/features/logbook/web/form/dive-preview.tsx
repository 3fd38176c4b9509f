import { useIntl } from 'react-intl';
import { Card } from '../../../../ui/card.tsx';
import { Profile } from '../../../../ui/profile.tsx';
import { Stat } from '../../../../ui/stat.tsx';
import { joined } from '../../../../platform/web/joined.ts';
import { StatusChip, dayText } from '../dive-words.tsx';
import { outlineOf } from '../dive-profile.ts';
import { useMeasures } from '../measures.ts';
import { statusOf, useFormState } from './form-context.ts';
import { metricOf } from './log-values.ts';

const height = 76;
/** A shallow dive is drawn shallow. */
const leastScaleM = 20;
const usualMinutes = 40;

/** The dive as it will look in the logbook, while it is being typed. */
export function DivePreview() {
  const intl = useIntl();
  const { show } = useMeasures();
  const status = useFormState(statusOf);
  const values = useFormState((state) => state.values);
  const depthM = metricOf('max_depth', values.max_depth);
  const minutes = values.bottom_time.value;
  const { value, unit } = values.max_depth;
  const depth = show('max_depth', depthM, value === null || unit === null ? [] : [{ field: 'max_depth', value, unit }]);
  const facts = [
    values.dive_date >= '1900' && dayText(intl, values.dive_date, 'medium'),
    values.dive_location.trim(),
    values.dive_type !== null && intl.formatMessage({ id: `logbook.dive_type.${values.dive_type}` }),
  ].filter(Boolean);
  // Fills its box whatever the time is, so a time that is not known yet may be any.
  const drawnMinutes = minutes !== null && minutes > 0 && minutes <= 1_440 ? minutes : usualMinutes;
  return (
    <Card isPadded={false} className="preview">
      {depthM !== null && depthM > 0 && depthM <= 350 ? (
        <Profile
          samples={outlineOf(depthM, drawnMinutes)}
          scaleDepthM={Math.max(leastScaleM, depthM * 1.05)}
          label={`${depth?.value} ${depth?.unit}`}
          height={height}
        />
      ) : (
        <div className="border-t-[1.5px] border-ink" style={{ blockSize: height }} />
      )}
      <div className="in">
        <b>
          <bdi>{values.dive_title.trim() || intl.formatMessage({ id: 'logbook.show.untitled' })}</bdi>
        </b>
        {facts.length > 0 && (
          <p className="text-sm text-ink-2">
            <bdi>{joined(...facts)}</bdi>
          </p>
        )}
        <div className="nums">
          <Stat size="mid" value={depth?.value ?? '–'} unit={depth?.unit ?? show('max_depth', 0)?.unit} />
          <Stat
            size="mid"
            value={minutes === null ? '–' : intl.formatNumber(minutes)}
            unit={intl.formatMessage({ id: 'logbook.form.unit.min' })}
          />
          <StatusChip status={status} />
        </div>
      </div>
    </Card>
  );
}
