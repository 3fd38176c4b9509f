import { useSearchParams } from 'react-router';
import { sortOptions, type LogStatus, type SortOption } from '#features/logbook/shared/enums.ts';
import type { LogFilter } from '#features/logbook/shared/contract.ts';

export const tabs = ['all', 'training', 'recreational', 'drafts'] as const;
export type Tab = (typeof tabs)[number];
/** The statuses that require an action and can be filtered. */
export const waitingStatuses = ['Returned', 'Pending'] as const satisfies LogStatus[];
type WaitingStatus = (typeof waitingStatuses)[number];

/** The displayed part of the logbook. It is stored in the URL, so it can be bookmarked and shared. */
export interface ListView {
  tab: Tab;
  status: WaitingStatus | null;
  sort: SortOption;
  search: string;
}

const defaultView: ListView = { tab: 'all', status: null, sort: 'dive_date_desc', search: '' };

export function parseView(query: URLSearchParams): ListView {
  const oneOf = <Option extends string>(name: string, options: readonly Option[]) =>
    options.find((option) => option === query.get(name));
  return {
    tab: oneOf('tab', tabs) ?? defaultView.tab,
    status: oneOf('status', waitingStatuses) ?? null,
    sort: oneOf('sort', sortOptions) ?? defaultView.sort,
    search: (query.get('search') ?? '').trim().slice(0, 100),
  };
}

/** Defaults are omitted from the URL. */
export function formatViewQuery(view: ListView): string {
  const query = new URLSearchParams();
  for (const name of ['tab', 'status', 'sort', 'search'] as const) {
    const value = view[name];
    if (value !== null && value !== defaultView[name]) query.set(name, value);
  }
  return `?${query}`;
}

export function toLogFilter({ tab, status, search }: ListView): LogFilter {
  return {
    ...(tab === 'drafts' ? { status: 'Draft' as const } : { drafts: false }),
    ...(tab === 'training' && { log_type: 'Training' as const }),
    ...(tab === 'recreational' && { log_type: 'Recreational' as const }),
    ...(tab !== 'drafts' && status !== null && { status }),
    ...(search !== '' && { search }),
  };
}

/** Years are shown only when sorted by date, as in a paper logbook. */
export function hasYears({ tab, sort }: ListView): boolean {
  return tab !== 'drafts' && (sort === 'dive_date_desc' || sort === 'dive_date_asc');
}

export function useListView() {
  const [query, setQuery] = useSearchParams();
  const view = parseView(query);
  return {
    view,
    /** Replaces the history entry, because typed text is no page to go back to. */
    change(part: Partial<ListView>) {
      setQuery(formatViewQuery({ ...view, ...part }), { replace: true, preventScrollReset: true });
    },
  };
}
