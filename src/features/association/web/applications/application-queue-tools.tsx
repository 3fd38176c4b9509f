import type { RefObject } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router';
import { useDebouncedSearch } from '#platform/web/hooks/use-debounced-search.ts';
import { Chip } from '#ui/display/chip.tsx';
import { SearchBox } from '#ui/fields/search-box.tsx';
import { deskSearch } from '#features/association/web/desk-layout.tsx';
import type { DeskQueue } from '#features/applications/shared/contract.ts';

interface ApplicationQueueToolsProps {
  queue: DeskQueue;
  search: string;
  field: RefObject<HTMLInputElement | null>;
  /** Undefined until it is loaded. */
  total: number | undefined;
}

export function ApplicationQueueTools({ queue, search, field, total }: ApplicationQueueToolsProps) {
  const intl = useIntl();
  const [, setParams] = useSearchParams();
  const { typed, setTyped } = useDebouncedSearch(search, (next) =>
    setParams(next === '' ? {} : { search: next }, { replace: true, preventScrollReset: true }),
  );
  const placeholder = intl.formatMessage({ id: 'association.applications.search' });
  return (
    <>
      {total !== undefined && (
        <Chip>
          <FormattedMessage id={`association.applications.count.${queue}`} values={{ count: total }} />
        </Chip>
      )}
      <SearchBox
        inputRef={field}
        isSmall
        className={deskSearch}
        hotkey="/"
        label={placeholder}
        placeholder={placeholder}
        clearLabel={intl.formatMessage({ id: 'association.applications.clear' })}
        value={typed}
        onChange={setTyped}
      />
    </>
  );
}
