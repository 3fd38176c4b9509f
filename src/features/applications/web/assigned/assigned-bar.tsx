import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useNavigation, useSearchParams } from 'react-router';
import { useDebouncedSearch } from '#platform/web/hooks/use-debounced-search.ts';
import { LinkPills } from '#ui/navigation/link-pills.tsx';
import { SearchBox } from '#ui/fields/search-box.tsx';
import { formatTotal } from '#features/applications/shared/format-total.ts';
import { assignedFilters, type AssignedFilter } from './assigned-queries.ts';
import { assignedPath } from '#features/applications/web/paths.ts';

interface AssignedBarProps {
  search: string;
  show: AssignedFilter;
  /** The default filter, which is omitted from the URL. */
  usual: AssignedFilter;
  total: number | undefined;
}

/** Search and filter of the list. */
export function AssignedBar({ search, show, usual, total }: AssignedBarProps) {
  const intl = useIntl();
  const [, setParams] = useSearchParams();
  const isIdle = useNavigation().state === 'idle';
  const paramsOf = (text: string, filter: AssignedFilter) =>
    new URLSearchParams({ ...(text !== '' && { search: text }), ...(filter !== usual && { show: filter }) });
  const { typed, setTyped, flush } = useDebouncedSearch(search, (next) => {
    // A pending search must not navigate back after the user has opened an application.
    if (isIdle) setParams(paramsOf(next, show), { replace: true, preventScrollReset: true });
  });
  const addressOf = (filter: AssignedFilter) => {
    const params = paramsOf(search, filter);
    return params.size === 0 ? assignedPath : `${assignedPath}?${params}`;
  };
  return (
    <div className="grid grid-cols-1 gap-4 mt-5 mb-4 lg:grid-cols-[minmax(280px,400px)_1fr] lg:items-end">
      <SearchBox
        label={intl.formatMessage({ id: 'applications.assigned.search' })}
        placeholder={intl.formatMessage({ id: 'applications.assigned.search_hint' })}
        clearLabel={intl.formatMessage({ id: 'applications.assigned.search_clear' })}
        value={typed}
        onChange={setTyped}
        onEnter={flush}
      />
      <LinkPills label={intl.formatMessage({ id: 'applications.assigned.filters' })}>
        {assignedFilters.map((filter) => (
          <Link
            key={filter}
            to={addressOf(filter)}
            preventScrollReset
            aria-current={filter === show ? 'true' : undefined}
          >
            <FormattedMessage id={`applications.assigned.show.${filter}`} />
          </Link>
        ))}
      </LinkPills>
      <p className="text-sm text-ink-2 lg:col-span-full" aria-live="polite">
        {total !== undefined && formatTotal(intl, 'applications.assigned.count', total)}
      </p>
    </div>
  );
}
