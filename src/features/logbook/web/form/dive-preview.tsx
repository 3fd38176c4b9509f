import { useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { formatDay } from '#platform/shared/format-day.ts';
import { Card } from '#ui/layout/card.tsx';
import { DepthBar } from '#ui/dive/depth-bar.tsx';
import { Stat } from '#ui/display/stat.tsx';
import { joinFacts } from '#platform/web/i18n/join-facts.ts';
import { StatusChip } from '#features/logbook/web/dive-text.tsx';
import { useMeasures } from '#features/logbook/web/use-measures.ts';
import { getStatus, useFormState } from './form-context.ts';
import { toMetricValue } from './log-values.ts';

const height = 76;
/** Shallow dives are drawn shallow. */
const leastScaleM = 20;

/** Previews the dive while it is being typed. */
export function DivePreview() {
  const intl = useIntl();
  const { show } = useMeasures();
  const status = useFormState(getStatus);
  const values = useFormState((state) => state.values);
  const depthM = toMetricValue('max_depth', values.max_depth);
  const minutes = values.bottom_time.value;
  const { value, unit } = values.max_depth;
  const depth = show('max_depth', depthM, value === null || unit === null ? [] : [{ field: 'max_depth', value, unit }]);
  const facts = [
    values.dive_date >= '1900' && formatDay(intl, values.dive_date, 'medium'),
    values.dive_location.trim(),
    values.dive_type !== null && intl.formatMessage({ id: `logbook.dive_type.${values.dive_type}` as MessageId }),
  ].filter(Boolean);
  return (
    <Card isPadded={false} className="overflow-hidden">
      {depthM !== null && depthM > 0 && depthM <= 350 ? (
        <div className="ps-5">
          <DepthBar depthM={depthM} scaleDepthM={Math.max(leastScaleM, depthM * 1.05)} height={height} />
        </div>
      ) : (
        <div className="border-t-[1.5px] border-ink" style={{ blockSize: height }} />
      )}
      <div className="px-5 pt-3 pb-4 wrap-anywhere">
        <b>
          <bdi>{values.dive_title.trim() || intl.formatMessage({ id: 'logbook.show.untitled' })}</bdi>
        </b>
        {facts.length > 0 && (
          <p className="text-sm text-ink-2">
            <bdi>{joinFacts(...facts)}</bdi>
          </p>
        )}
        <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2">
          <Stat size="sm" value={depth?.value ?? '–'} unit={depth?.unit ?? show('max_depth', 0)?.unit} />
          <Stat
            size="sm"
            value={minutes === null ? '–' : intl.formatNumber(minutes)}
            unit={intl.formatMessage({ id: 'logbook.form.unit.min' })}
          />
          <StatusChip status={status} className="ms-auto" />
        </div>
      </div>
    </Card>
  );
}
