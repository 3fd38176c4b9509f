import type { RefObject } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router';
import { useDebouncedSearch } from '#platform/web/hooks/use-debounced-search.ts';
import { Chip } from '#ui/display/chip.tsx';
import { SearchBox } from '#ui/fields/search-box.tsx';
import type { DeskQueue } from '#features/applications/shared/contract.ts';

interface ApplicationQueueHeaderProps {
  queue: DeskQueue;
  search: string;
  field: RefObject<HTMLInputElement | null>;
  /** Undefined until it is loaded. */
  total: number | undefined;
}

export function ApplicationQueueHeader({ queue, search, field, total }: ApplicationQueueHeaderProps) {
  const intl = useIntl();
  const [, setParams] = useSearchParams();
  const { typed, setTyped } = useDebouncedSearch(search, (next) =>
    setParams(next === '' ? {} : { search: next }, { replace: true, preventScrollReset: true }),
  );
  const placeholder = intl.formatMessage({ id: 'association.applications.search' });
  return (
    <div className="flex flex-wrap items-center gap-y-3 gap-x-4 pt-4 px-gutter pb-3 lg:flex-nowrap lg:py-3 lg:px-4">
      <h1 className="text-lg" id="queue-title" tabIndex={-1} data-page-title="">
        <FormattedMessage id={`association.applications.title.${queue}`} />
      </h1>
      {total !== undefined && (
        <Chip>
          <FormattedMessage id={`association.applications.count.${queue}`} values={{ count: total }} />
        </Chip>
      )}
      <SearchBox
        inputRef={field}
        isSmall
        className="flex-[1_1_100%] lg:max-w-80 lg:min-w-45 lg:flex-1"
        hotkey="/"
        label={placeholder}
        placeholder={placeholder}
        clearLabel={intl.formatMessage({ id: 'association.applications.clear' })}
        value={typed}
        onChange={setTyped}
      />
    </div>
  );
}
