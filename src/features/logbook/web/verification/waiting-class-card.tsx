import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Stat } from '#ui/display/stat.tsx';
import type { WaitingLog } from '#features/logbook/shared/contract.ts';
import { formatDay, formatLesson } from '#features/logbook/web/dive-text.tsx';
import { useMeasures } from '#features/logbook/web/use-measures.ts';
import type { WaitingClass } from './waiting-classes.ts';

interface WaitingClassCardProps {
  group: WaitingClass;
  chosen: ReadonlySet<string>;
  openId: string | null;
  isWide: boolean;
  onChoose: (ids: readonly string[], isChosen: boolean) => void;
}

export function WaitingClassCard({ group, chosen, openId, isWide, onChoose }: WaitingClassCardProps) {
  const intl = useIntl();
  const headingId = useId();
  const ids = group.logs.map(({ id }) => id);
  const count = ids.filter((id) => chosen.has(id)).length;
  return (
    <section className="card waiting-class" aria-labelledby={headingId}>
      <div className="waiting-head">
        <Checkbox
          label={<span className="vh">{intl.formatMessage({ id: 'logbook.inbox.choose_class' })}</span>}
          aria-describedby={headingId}
          checked={count === ids.length}
          ref={(checkbox) => {
            if (checkbox) checkbox.indeterminate = count > 0 && count < ids.length;
          }}
          onChange={({ target }) => onChoose(ids, target.checked)}
        />
        <div>
          <h2 id={headingId}>{formatLesson(intl, group) ?? <FormattedMessage id="logbook.inbox.no_course" />}</h2>
          <p className="text-sm text-ink-2">
            <FormattedMessage
              id="logbook.inbox.class_sum"
              values={{ date: formatDay(intl, group.dive_date, 'medium'), count: ids.length }}
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
    <li className="waiting-row" data-open={isOpen || undefined}>
      <Checkbox
        label={<span className="vh">{intl.formatMessage({ id: 'logbook.inbox.choose' }, { name, title })}</span>}
        checked={isChosen}
        onChange={({ target }) => onChoose(target.checked)}
      />
      <span className="diver-name">
        <Link to={address} preventScrollReset aria-current={isOpen ? 'true' : undefined}>
          <bdi>{name}</bdi>
        </Link>
        <span>
          <bdi>{title}</bdi> · <bdi>{log.dive_location}</bdi>
        </span>
        {log.deviations.length > 0 && (
          <span className="waiting-flag">
            <TriangleAlert size={14} aria-hidden="true" />
            <FormattedMessage id="logbook.deviation.title" values={{ count: log.deviations.length }} />
          </span>
        )}
      </span>
      {depth && <Stat size="mid" value={depth.value} unit={depth.unit} />}
      <Stat
        size="mid"
        value={intl.formatNumber(log.bottom_time)}
        unit={intl.formatMessage({ id: 'logbook.show.min' })}
      />
    </li>
  );
}
