import { clsx } from 'clsx';
import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { decodeOutline } from '#domain/outline.ts';
import { formatDay } from '#platform/shared/format-day.ts';
import { Chip, type ChipStatus } from '#ui/display/chip.tsx';
import { Stat } from '#ui/display/stat.tsx';
import { DiveOutline } from '#ui/dive/dive-outline.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { VisuallyHidden } from '#ui/accessibility/visually-hidden.tsx';
import { useMeasures } from '#features/logbook/web/use-measures.ts';
import { ProbableChoice } from './probable-choice.tsx';
import { canChoose, type PreviewRow as Row, type PreviewStatus, type RowChoice } from './preview-rows.ts';
import { StartField } from './start-field.tsx';

const chipStatuses: Record<PreviewStatus, ChipStatus> = {
  attention: 'returned',
  probable: 'pending',
  new: 'verified',
  repeated: 'logged',
  present: 'logged',
};

export interface PreviewRowProps {
  row: Row;
  isChosen: boolean;
  action: 'add' | 'attach';
  scaleDepthM: number;
  onChoice: (key: string, choice: RowChoice) => void;
  onStart: (key: string, start: string | null) => void;
}

/** A dive of a file with its outline, its status and what the person can decide. */
export function PreviewRow({ row, isChosen, action, scaleDepthM, onChoice, onStart }: PreviewRowProps) {
  const intl = useIntl();
  const { key, dive, start, status, match } = row;
  const depths = useMemo(() => (dive.outline === null ? null : decodeOutline(dive.outline)), [dive.outline]);
  const day =
    start === null ? intl.formatMessage({ id: 'logbook.list.no_date' }) : formatDay(intl, start.slice(0, 10), 'medium');
  const isTimed = dive.is_time_known || start !== dive.start;
  const title = dive.title ?? day;
  return (
    <div className="grid grid-cols-[26px_52px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-3 @min-[760px]:grid-cols-[26px_120px_minmax(0,1fr)_auto_auto] @min-[760px]:gap-x-5">
      <Checkbox
        className="row-span-2 self-center @min-[760px]:row-span-1"
        label={<VisuallyHidden>{intl.formatMessage({ id: 'logbook.import.select' }, { title })}</VisuallyHidden>}
        checked={isChosen}
        disabled={!canChoose(row)}
        onChange={({ target }) => onChoice(key, { isChosen: target.checked })}
      />
      <span
        className={clsx('row-span-2 h-10 @min-[760px]:row-span-1 @min-[760px]:h-13', !canChoose(row) && 'opacity-60')}
      >
        {dive.max_depth !== null && (
          <DiveOutline depths={depths} depthM={dive.max_depth} scaleDepthM={scaleDepthM} height="100%" />
        )}
      </span>
      <span className="min-w-0">
        <b className="block overflow-x-clip text-ellipsis whitespace-nowrap font-strong" data-part="title" dir="auto">
          {title}
        </b>
        <span className="num block overflow-x-clip text-ellipsis whitespace-nowrap text-sm text-ink-2">
          {dive.title !== null && day}
          {start !== null && isTimed && ` ${start.slice(11, 16)}`}
          {dive.location !== null && <bdi className="max-sm:hidden"> · {dive.location}</bdi>}
        </span>
      </span>
      <Numbers depthM={dive.max_depth} durationS={dive.duration_s} />
      <span className="col-[3/-1] @min-[760px]:col-auto @min-[760px]:w-52">
        <Chip status={chipStatuses[status]}>
          <FormattedMessage id={`logbook.import.status.${status}`} />
        </Chip>
      </span>
      <div className="col-[3/-1] empty:hidden">
        {status === 'probable' && match !== null && (
          <ProbableChoice
            dive={dive}
            match={match}
            action={action}
            onChange={(next) => onChoice(key, { action: next, isChosen: true })}
          />
        )}
        {(status === 'attention' || start !== dive.start) && (
          <StartField
            key={start}
            start={start}
            isUtc={dive.is_utc && start === dive.start}
            onStart={(next) => onStart(key, next)}
          />
        )}
      </div>
    </div>
  );
}

function Numbers({ depthM, durationS }: { depthM: number | null; durationS: number | null }) {
  const intl = useIntl();
  const measures = useMeasures();
  const depth = measures.show('max_depth', depthM);
  return (
    <span className="flex items-center gap-3 justify-self-end text-end @min-[760px]:gap-5">
      {depth && <Stat size="sm" valueClassName="max-lg:text-md" value={depth.value} unit={depth.unit} />}
      {durationS !== null && (
        <Stat
          size="sm"
          valueClassName="max-lg:text-md"
          value={intl.formatNumber(Math.round(durationS / 60))}
          unit={intl.formatMessage({ id: 'logbook.show.min' })}
        />
      )}
    </span>
  );
}
