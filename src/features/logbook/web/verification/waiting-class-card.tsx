import { clsx } from 'clsx';
import { TriangleAlert } from '#ui/icons/icons.ts';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { coveringLink, selectedRow } from '#ui/lists/row-classes.ts';
import { Link } from 'react-router';
import { formatDay } from '#platform/shared/format-day.ts';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Stat } from '#ui/display/stat.tsx';
import type { WaitingLog } from '#features/logbook/shared/contract.ts';
import { formatLesson } from '#features/logbook/web/dive-text.tsx';
import { useMeasures } from '#features/logbook/web/use-measures.ts';
import type { WaitingClass } from './waiting-classes.ts';

interface WaitingClassCardProps {
  group: WaitingClass;
  chosen: ReadonlySet<string>;
  openId: string | null;
  isWide: boolean;
  /** The number of selected dives of the class, including those that are not rendered. */
  chosenCount: number;
  onChoose: (ids: readonly string[], isChosen: boolean) => void;
  onChooseClass: (isChosen: boolean) => void;
}

export function WaitingClassCard(props: WaitingClassCardProps) {
  const { group, chosen, chosenCount, openId, isWide, onChoose, onChooseClass } = props;
  const intl = useIntl();
  const headingId = useId();
  return (
    <section className="card" aria-labelledby={headingId} data-part="class">
      <div className="grid grid-cols-[26px_minmax(0,1fr)] items-center gap-x-4 py-2 px-4">
        <Checkbox
          label={<span className="vh">{intl.formatMessage({ id: 'logbook.inbox.choose_class' })}</span>}
          aria-describedby={headingId}
          checked={chosenCount === group.size}
          ref={(checkbox) => {
            if (checkbox) checkbox.indeterminate = chosenCount > 0 && chosenCount < group.size;
          }}
          onChange={({ target }) => onChooseClass(target.checked)}
        />
        <div>
          <h2 id={headingId}>{formatLesson(intl, group) ?? <FormattedMessage id="logbook.inbox.no_course" />}</h2>
          <p className="text-sm text-ink-2">
            <FormattedMessage
              id="logbook.inbox.class_sum"
              values={{ date: formatDay(intl, group.dive_date, 'medium'), count: group.size }}
            />
          </p>
        </div>
      </div>
      <ul>
        {group.logs.map((log) => (
          <WaitingRow
            key={log.id}
            log={log}
            isChosen={chosen.has(log.id)}
            isOpen={openId === log.id}
            address={isWide ? `/logbook/verification?log=${log.id}` : `/logbook/dive/${log.id}`}
            onChoose={(isChosen) => onChoose([log.id], isChosen)}
          />
        ))}
      </ul>
    </section>
  );
}

interface WaitingRowProps {
  log: WaitingLog;
  isChosen: boolean;
  isOpen: boolean;
  address: string;
  onChoose: (isChosen: boolean) => void;
}

function WaitingRow({ log, isChosen, isOpen, address, onChoose }: WaitingRowProps) {
  const intl = useIntl();
  const measures = useMeasures();
  const { diver_name: name, dive_title: title } = log;
  const depth = measures.show('max_depth', log.max_depth, log.typed);
  return (
    <li
      className={clsx(
        'relative grid grid-cols-[26px_minmax(0,1fr)_84px_84px] items-center gap-x-4 py-2 px-4 border-t border-line last:rounded-b-box max-sm:grid-cols-[26px_auto_1fr]',
        isOpen ? selectedRow : 'hover:bg-hover',
      )}
      data-part="class-dive"
    >
      {/* Lies above the link, which covers the row. */}
      <Checkbox
        className="relative z-1"
        label={<span className="vh">{intl.formatMessage({ id: 'logbook.inbox.choose' }, { name, title })}</span>}
        checked={isChosen}
        onChange={({ target }) => onChoose(target.checked)}
      />
      <span className="min-w-0 max-sm:col-[2/-1]">
        <Link className={coveringLink} to={address} preventScrollReset aria-current={isOpen ? 'true' : undefined}>
          <bdi>{name}</bdi>
        </Link>
        {/* A site name starts a new line instead of wrapping. */}
        <span className="block text-sm wrap-anywhere text-ink-2">
          <bdi className="inline-block">{title}</bdi> · <bdi className="inline-block">{log.dive_location}</bdi>
        </span>
        {log.deviations.length > 0 && (
          <span className="flex items-center gap-1 text-sm wrap-anywhere text-coral">
            <TriangleAlert size={14} aria-hidden="true" />
            <FormattedMessage id="logbook.deviation.title" values={{ count: log.deviations.length }} />
          </span>
        )}
      </span>
      {depth && <Stat className="sm:text-end max-sm:col-2" size="sm" value={depth.value} unit={depth.unit} />}
      <Stat
        className={clsx('sm:text-end', !depth && 'max-sm:col-2')}
        size="sm"
        value={intl.formatNumber(log.bottom_time)}
        unit={intl.formatMessage({ id: 'logbook.show.min' })}
      />
    </li>
  );
}
