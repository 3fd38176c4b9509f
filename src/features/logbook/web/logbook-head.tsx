import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { currentToken } from '../../../platform/web/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { DepthStrip } from '../../../ui/depth-strip.tsx';
import { PageHead } from '../../../ui/page.tsx';
import { Stat } from '../../../ui/stat.tsx';
import type { LogbookTotals } from '../shared/contract.ts';
import { dayText, Duration } from './dive-words.tsx';
import { LogDiveButton } from './log-dive-button.tsx';
import { useMeasures } from './measures.ts';
import { isInstructor } from '../../professionals/shared/rules.ts';
import { useWaiting } from './queries.ts';

export function LogbookHead({ hasLogButton = false }: { hasLogButton?: boolean }) {
  return (
    <PageHead
      title={<FormattedMessage id="logbook.title" />}
      end={
        <>
          <InboxLink />
          {hasLogButton && (
            <>
              <span className="only-wide">
                <LogDiveButton />
              </span>
              {/* The filled one of a phone is in the bar below. */}
              <span className="only-phone">
                <LogDiveButton kind="outlined" />
              </span>
            </>
          )}
        </>
      }
    />
  );
}

/** For instructors: the dives they can verify. */
function InboxLink() {
  const isTeaching = isInstructor(currentToken()?.affiliateTypeId ?? 0);
  const count = useWaiting(isTeaching).data?.length ?? 0;
  if (!isTeaching) return null;
  return (
    <Link to="/logbook/verification" className={buttonClass({ kind: 'quiet' })}>
      <Inbox size={18} aria-hidden="true" />
      <FormattedMessage id="logbook.list.inbox" />
      {count > 0 && (
        <>
          <Badge>{count}</Badge>
          <span className="vh">
            <FormattedMessage id="logbook.list.inbox_count" values={{ count }} />
          </span>
        </>
      )}
    </Link>
  );
}

/** How much it is by now, and the last dives hung from the waterline. */
export function LogbookSums({ totals }: { totals: LogbookTotals }) {
  const intl = useIntl();
  const measures = useMeasures();
  const { dives, bottom_time: minutes, max_depth: depth, last_dive_date: last, depths } = totals;
  const deepest = measures.show('max_depth', depth, totals.max_depth_typed);
  const [today] = useState(() => new Date());
  const thisYear = totals.years.find(({ year }) => year === today.getFullYear())?.dives ?? 0;
  const deepestOfStrip = measures.show('max_depth', Math.max(0, ...depths.map(({ max_depth: one }) => one)));
  const isWholeDeepest = depths.some(({ max_depth: one }) => one === depth);
  const stripText = isWholeDeepest ? deepest : deepestOfStrip;
  const written = stripText === null ? '' : `${stripText.value} ${stripText.unit}`;
  return (
    <section className="sums" aria-label={intl.formatMessage({ id: 'logbook.list.totals' })}>
      <div className="sums-row">
        <Stat
          value={intl.formatNumber(dives)}
          label={<FormattedMessage id="logbook.list.dives" values={{ count: dives }} />}
        />
        <Stat value={<Duration minutes={minutes} />} label={<FormattedMessage id="logbook.list.under_water" />} />
        {deepest && (
          <Stat value={deepest.value} unit={deepest.unit} label={<FormattedMessage id="logbook.list.deepest" />} />
        )}
        <div className="only-wide">
          <Stat
            value={intl.formatNumber(thisYear)}
            label={<FormattedMessage id="logbook.list.this_year" values={{ count: thisYear }} />}
          />
        </div>
        {last !== null && (
          <div className="only-wide">
            <Stat value={dayText(intl, last, 'medium')} label={<FormattedMessage id="logbook.list.last_dive" />} />
          </div>
        )}
      </div>
      <DepthStrip
        dives={depths.map(({ id, dive_date: date, max_depth: depthM }) => ({
          id,
          depthM,
          year: Number(date.slice(0, 4)),
        }))}
        label={intl.formatMessage({ id: 'logbook.list.strip' }, { count: depths.length, depth: written })}
        deepestText={written}
      />
      {last !== null && (
        <p className="only-phone mt-2 text-sm text-ink-2">
          <FormattedMessage
            id="logbook.list.so_far"
            values={{ count: thisYear, date: dayText(intl, last, 'medium') }}
          />
        </p>
      )}
    </section>
  );
}
