import { useSearchParams } from 'react-router';
import { sortOptions, type LogStatus, type SortOption } from '#features/logbook/shared/enums.ts';
import type { LogFilter } from '#features/logbook/shared/contract.ts';

export const tabs = ['all', 'training', 'recreational', 'drafts'] as const;
export type Tab = (typeof tabs)[number];
/** What waits for somebody, and can be looked at alone. */
export const waitingStatuses = ['Returned', 'Pending'] as const satisfies LogStatus[];
type WaitingStatus = (typeof waitingStatuses)[number];

/** Which part of the logbook is looked at. It is all in the address, so that it can be kept, sent and gone back to. */
export interface ListView {
  tab: Tab;
  status: WaitingStatus | null;
  sort: SortOption;
  search: string;
}

const defaultView: ListView = { tab: 'all', status: null, sort: 'dive_date_desc', search: '' };

export function parseView(query: URLSearchParams): ListView {
  const oneOf = <Word extends string>(name: string, words: readonly Word[]) =>
    words.find((word) => word === query.get(name));
  return {
    tab: oneOf('tab', tabs) ?? defaultView.tab,
    status: oneOf('status', waitingStatuses) ?? null,
    sort: oneOf('sort', sortOptions) ?? defaultView.sort,
    search: (query.get('search') ?? '').trim().slice(0, 100),
  };
}

/** Only what differs from the usual is in the address. */
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

/** By the years, as a paper logbook is kept; any other order has none. */
export function hasYears({ tab, sort }: ListView): boolean {
  return tab !== 'drafts' && (sort === 'dive_date_desc' || sort === 'dive_date_asc');
}

export function useListView() {
  const [query, setQuery] = useSearchParams();
  const view = parseView(query);
  return {
    view,
    /** In place: a word that is being typed is not a page to go back to. */
    change(part: Partial<ListView>) {
      setQuery(formatViewQuery({ ...view, ...part }), { replace: true, preventScrollReset: true });
    },
  };
}
