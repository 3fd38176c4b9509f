import { Inbox } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatDay } from '#platform/shared/format-day.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { Badge } from '#ui/display/badge.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { DepthStrip } from '#ui/dive/depth-strip.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { Stat } from '#ui/display/stat.tsx';
import type { LogbookTotals } from '#features/logbook/shared/contract.ts';
import { Duration } from '#features/logbook/web/dive-text.tsx';
import { LogDiveButton } from './log-dive-button.tsx';
import { ImportLink, LogbookMenu } from './logbook-menu.tsx';
import { useMeasures } from '#features/logbook/web/use-measures.ts';
import { isInstructor } from '#domain/roles.ts';
import { useLogsToVerifyCount } from '#features/logbook/web/queries.ts';

export function LogbookHead({ hasLogButton = false }: { hasLogButton?: boolean }) {
  return (
    <PageHead
      title={<FormattedMessage id="logbook.title" />}
      end={
        <>
          <InboxLink />
          <span className={hasLogButton ? 'only-wide' : ''}>
            <ImportLink />
          </span>
          {hasLogButton && (
            <>
              <span className="only-wide">
                <LogDiveButton />
              </span>
              {/* On phones, the primary button is in the bar below. */}
              <span className="only-phone">
                <LogDiveButton kind="outlined" />
              </span>
            </>
          )}
          <LogbookMenu />
        </>
      }
    />
  );
}

/** Shown to instructors: the dives they can verify. */
function InboxLink() {
  const isTeaching = isInstructor(currentToken()?.affiliateTypeId ?? 0);
  const count = useLogsToVerifyCount(isTeaching).data ?? 0;
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

/** The totals and the depths of the last dives. */
export function LogbookStats({ totals }: { totals: LogbookTotals }) {
  const intl = useIntl();
  const measures = useMeasures();
  const { dives, bottom_time: minutes, max_depth: depth, last_dive_date: last, depths } = totals;
  const deepest = measures.show('max_depth', depth, totals.max_depth_typed);
  const [today] = useState(() => new Date());
  const thisYear = totals.years.find(({ year }) => year === today.getFullYear())?.dives ?? 0;
  const deepestOfStrip = measures.show('max_depth', Math.max(0, ...depths.map(({ max_depth: value }) => value)));
  const isWholeDeepest = depths.some(({ max_depth: value }) => value === depth);
  const stripText = isWholeDeepest ? deepest : deepestOfStrip;
  const written = stripText === null ? '' : `${stripText.value} ${stripText.unit}`;
  return (
    <section className="mt-4 mb-5 lg:mt-6 lg:mb-8" aria-label={intl.formatMessage({ id: 'logbook.list.totals' })}>
      <div className="grid grid-cols-[auto_auto_auto] justify-between gap-4 mb-4 lg:grid-cols-[repeat(5,auto)] lg:justify-start lg:gap-x-[clamp(var(--s-6),4vw,var(--s-16))]">
        <Stat
          valueClassName="max-lg:text-lg"
          value={intl.formatNumber(dives)}
          label={<FormattedMessage id="logbook.list.dives" values={{ count: dives }} />}
        />
        <Stat
          valueClassName="max-lg:text-lg"
          value={<Duration minutes={minutes} />}
          label={<FormattedMessage id="logbook.list.under_water" />}
        />
        {deepest && (
          <Stat
            valueClassName="max-lg:text-lg"
            value={deepest.value}
            unit={deepest.unit}
            label={<FormattedMessage id="logbook.list.deepest" />}
          />
        )}
        <div className="only-wide">
          <Stat
            value={intl.formatNumber(thisYear)}
            label={<FormattedMessage id="logbook.list.this_year" values={{ count: thisYear }} />}
          />
        </div>
        {last !== null && (
          <div className="only-wide">
            <Stat value={formatDay(intl, last, 'medium')} label={<FormattedMessage id="logbook.list.last_dive" />} />
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
    </section>
  );
}
