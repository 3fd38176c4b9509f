import { Search } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { LinkTabs, TabCount } from '#ui/navigation/link-tabs.tsx';
import { SortMenu } from '#ui/overlays/sort-menu.tsx';
import type { LogbookTotals } from '#features/logbook/shared/contract.ts';
import { sortOptions, type SortOption } from '#features/logbook/shared/enums.ts';
import { StatusChip } from '#features/logbook/web/dive-text.tsx';
import { ExportButton } from './export-button.tsx';
import { formatViewQuery, tabs, waitingStatuses, type ListView, type Tab } from './list-view.ts';
import { LogbookSearch } from './logbook-search.tsx';

interface LogbookBarProps {
  view: ListView;
  totals: LogbookTotals;
  onChange: (part: Partial<ListView>) => void;
}

const tabNames: Record<Tab, MessageId> = {
  all: 'logbook.list.tab.all',
  training: 'logbook.list.tab.training',
  recreational: 'logbook.list.tab.recreational',
  drafts: 'logbook.list.tab.drafts',
};

export function LogbookBar({ view, totals, onChange }: LogbookBarProps) {
  const intl = useIntl();
  const [isSearching, setIsSearching] = useState(view.search !== '');
  const counts: Record<Tab, number> = { ...totals, all: totals.dives };
  return (
    <>
      <div className="lg:flex lg:items-stretch lg:border-b lg:border-line">
        {/* Every tab stays visible on phones. */}
        <LinkTabs
          className="max-sm:flex-wrap max-sm:overflow-visible max-sm:gap-x-3.5 max-sm:*:whitespace-normal max-sm:gap-y-0 lg:min-w-0 lg:mx-0 lg:-mb-px lg:px-0 lg:border-0"
          label={intl.formatMessage({ id: 'logbook.list.tabs' })}
        >
          {tabs.map((tab) => (
            <Link
              key={tab}
              to={formatViewQuery({ ...view, tab, status: null })}
              preventScrollReset
              aria-current={view.tab === tab && view.status === null ? 'page' : undefined}
            >
              <FormattedMessage id={tabNames[tab]} />
              <TabCount>{intl.formatNumber(counts[tab])}</TabCount>
            </Link>
          ))}
        </LinkTabs>
        <div className="flex items-center justify-end gap-1 max-sm:gap-0 mt-2 -me-3 lg:flex-1 lg:my-0">
          <WaitingLinks view={view} totals={totals} />
          <SortMenu
            labelClassName="font-text"
            isShort
            label={intl.formatMessage(
              { id: 'logbook.list.sort' },
              { order: intl.formatMessage({ id: sortNames[view.sort] }) },
            )}
            orders={sortOptions.map((id) => ({ id, label: intl.formatMessage({ id: sortNames[id] }) }))}
            order={view.sort}
            onOrder={(sort) => onChange({ sort })}
          />
          <IconButton
            label={intl.formatMessage({ id: 'logbook.list.search' })}
            aria-expanded={isSearching}
            data-part={isSearching ? undefined : 'search-toggle'}
            onClick={() => {
              if (isSearching) onChange({ search: '' });
              setIsSearching(!isSearching);
            }}
          >
            <Search size={20} aria-hidden="true" />
          </IconButton>
          {totals.dives > 0 && <ExportButton view={view} dives={totals.dives} />}
        </div>
      </div>
      {isSearching && <LogbookSearch search={view.search} onSearch={(search) => onChange({ search })} />}
    </>
  );
}

/** Links to the dives that require an action. */
function WaitingLinks({ view, totals }: Pick<LogbookBarProps, 'view' | 'totals'>) {
  const intl = useIntl();
  const counts = { Pending: totals.pending, Returned: totals.returned };
  const waiting = waitingStatuses.filter((status) => counts[status] > 0 || view.status === status);
  if (waiting.length === 0) return null;
  return (
    <nav
      className="flex flex-wrap gap-2 me-auto lg:ms-auto lg:me-3"
      aria-label={intl.formatMessage({ id: 'logbook.list.statuses' })}
    >
      {waiting.map((status) => {
        const isChosen = view.status === status;
        const next: ListView = { ...view, tab: 'all', status: isChosen ? null : status };
        return (
          <Link
            className="grid place-items-center min-h-tap rounded-full no-underline"
            key={status}
            to={formatViewQuery(next)}
            preventScrollReset
            aria-current={isChosen ? 'true' : undefined}
          >
            <StatusChip isChosen={isChosen} status={status} count={counts[status]} />
          </Link>
        );
      })}
    </nav>
  );
}

const sortNames: Record<SortOption, MessageId> = {
  dive_date_desc: 'logbook.list.sort.dive_date_desc',
  dive_date_asc: 'logbook.list.sort.dive_date_asc',
  max_depth_desc: 'logbook.list.sort.max_depth_desc',
  max_depth_asc: 'logbook.list.sort.max_depth_asc',
  bottom_time_desc: 'logbook.list.sort.bottom_time_desc',
  bottom_time_asc: 'logbook.list.sort.bottom_time_asc',
};
