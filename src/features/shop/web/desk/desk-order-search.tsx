import { Search } from '#ui/icons/icons.ts';
import type { RefObject } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDebouncedSearch } from '#platform/web/hooks/use-debounced-search.ts';
import { Field } from '#ui/fields/field.tsx';

interface OrderSearchProps {
  field: RefObject<HTMLInputElement | null>;
  search: string;
  onSearch: (search: string) => void;
  /** Called for the Enter key; the results may still be loading. */
  onEnter: () => void;
}

export function OrderSearch({ field, search, onSearch, onEnter }: OrderSearchProps) {
  const intl = useIntl();
  const { typed, setTyped, flush } = useDebouncedSearch(search, onSearch);
  return (
    <search className="flex-[1_1_280px] max-w-110">
      <Field
        ref={field}
        type="search"
        label={<FormattedMessage id="shop.desk.search" />}
        placeholder={intl.formatMessage({ id: 'shop.desk.search_hint' })}
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => {
          if (key !== 'Enter') return;
          flush();
          onEnter();
        }}
        start={<Search size={18} aria-hidden="true" />}
        end={
          <kbd className="only-wide" aria-hidden="true">
            /
          </kbd>
        }
      />
    </search>
  );
}
