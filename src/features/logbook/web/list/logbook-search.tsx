import { useIntl } from 'react-intl';
import { useDebouncedSearch } from '#platform/web/hooks/use-debounced-search.ts';
import { SearchBox } from '#ui/fields/search-box.tsx';

interface LogbookSearchProps {
  search: string;
  onSearch: (search: string) => void;
}

export function LogbookSearch({ search, onSearch }: LogbookSearchProps) {
  const intl = useIntl();
  const { typed, setTyped, flush } = useDebouncedSearch(search, onSearch);
  return (
    <div className="mt-4">
      <SearchBox
        takesFocus
        label={intl.formatMessage({ id: 'logbook.list.search_label' })}
        placeholder={intl.formatMessage({ id: 'logbook.list.search_hint' })}
        clearLabel={intl.formatMessage({ id: 'logbook.list.search_clear' })}
        value={typed}
        onChange={setTyped}
        onEnter={flush}
      />
    </div>
  );
}
