import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatDay } from '#platform/shared/format-day.ts';
import type { DiveMatch } from '#features/logbook/shared/import-contract.ts';
import type { PreviewDive } from '#features/logbook/shared/recordings/preview-dive.ts';
import { useMeasures } from '#features/logbook/web/use-measures.ts';
import { joinFacts } from '#platform/web/i18n/join-facts.ts';

interface ProbableChoiceProps {
  dive: PreviewDive;
  match: DiveMatch;
  action: 'add' | 'attach';
  onChange: (action: 'add' | 'attach') => void;
}

/** The dive of the logbook that is probably the same, what differs, and the decision. */
export function ProbableChoice({ dive, match, action, onChange }: ProbableChoiceProps) {
  const intl = useIntl();
  const name = useId();
  const title = match.dive_title ?? '';
  const day = match.dive_date === null ? null : formatDay(intl, match.dive_date, 'medium');
  const attach = dive.has_recording && match.can_attach ? 'logbook.import.attach' : 'logbook.import.same_dive';
  return (
    <fieldset className="mt-1 rounded-box bg-sunken px-4 py-3 text-sm">
      <legend className="vh">
        <FormattedMessage id="logbook.import.status.probable" />
      </legend>
      <p dir="auto">
        <FormattedMessage
          id="logbook.import.match"
          values={{ title: <b className="font-strong">{joinFacts(title, day, match.time_in)}</b> }}
        />
      </p>
      <Differences dive={dive} match={match} />
      {dive.has_recording && !match.can_attach && (
        <p className="text-ink-2">
          <FormattedMessage id="logbook.import.match_pending" />
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-x-6">
        {(['attach', 'add'] as const).map((value) => (
          <label key={value} className="flex min-h-tap items-center gap-2">
            <input
              className="size-5 accent-accent"
              type="radio"
              name={name}
              value={value}
              checked={action === value}
              onChange={() => onChange(value)}
            />
            <FormattedMessage id={value === 'attach' ? attach : 'logbook.import.separate'} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** What was entered stays, whatever was recorded. */
function Differences({ dive, match }: Pick<ProbableChoiceProps, 'dive' | 'match'>) {
  const intl = useIntl();
  const measures = useMeasures();
  const write = (depthM: number) => {
    const shown = measures.show('max_depth', depthM);
    return shown === null ? '' : `${shown.value} ${shown.unit}`;
  };
  const minutes = dive.duration_s === null ? null : Math.round(dive.duration_s / 60);
  const writeMin = (value: number) => intl.formatMessage({ id: 'logbook.dive.tick_min' }, { minutes: value });
  const hasDepths = dive.max_depth !== null && match.max_depth !== null && dive.max_depth !== match.max_depth;
  const hasTimes = minutes !== null && match.bottom_time !== null && minutes !== match.bottom_time;
  return (
    <>
      {hasDepths && (
        <p className="text-ink-2">
          <FormattedMessage
            id="logbook.profile.depth_differs"
            values={{ entered: write(match.max_depth ?? 0), recorded: write(dive.max_depth ?? 0) }}
          />
        </p>
      )}
      {hasTimes && (
        <p className="text-ink-2">
          <FormattedMessage
            id="logbook.profile.time_differs"
            values={{ entered: writeMin(match.bottom_time ?? 0), recorded: writeMin(minutes) }}
          />
        </p>
      )}
    </>
  );
}
