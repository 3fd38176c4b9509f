import type { RefObject } from 'react';
import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router';
import { useDebouncedSearch } from '#platform/web/hooks/use-debounced-search.ts';
import { Chip } from '#ui/display/chip.tsx';
import { SearchBox } from '#ui/fields/search-box.tsx';
import { deskSearch } from '#features/association/web/desk-layout.tsx';
import type { DeskQueue } from '#features/applications/shared/contract.ts';
import { formatTotal } from '#features/applications/shared/format-total.ts';

interface ApplicationQueueToolsProps {
  queue: DeskQueue;
  search: string;
  field: RefObject<HTMLInputElement | null>;
  /** Undefined until it is loaded. */
  total: number | undefined;
  onType: () => void;
}

export function ApplicationQueueTools({ queue, search, field, total, onType }: ApplicationQueueToolsProps) {
  const intl = useIntl();
  const [, setParams] = useSearchParams();
  const { typed, setTyped, flush } = useDebouncedSearch(search, (next) =>
    setParams(next === '' ? {} : { search: next }, { replace: true, preventScrollReset: true }),
  );
  const placeholder = intl.formatMessage({ id: 'association.applications.search' });
  return (
    <>
      {total !== undefined && <Chip>{formatTotal(intl, `association.applications.count.${queue}`, total)}</Chip>}
      <SearchBox
        onEnter={flush}
        inputRef={field}
        isSmall
        className={deskSearch}
        hotkey="/"
        label={placeholder}
        placeholder={placeholder}
        clearLabel={intl.formatMessage({ id: 'association.applications.clear' })}
        value={typed}
        onChange={(next) => {
          onType();
          setTyped(next);
        }}
      />
    </>
  );
}
