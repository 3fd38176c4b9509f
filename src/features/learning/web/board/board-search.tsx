import { FormattedMessage } from 'react-intl';
import { useNavigate } from 'react-router';
import { useDebouncedSearch } from '#platform/web/hooks/use-debounced-search.ts';
import { Field } from '#ui/fields/field.tsx';
import { type BoardFilter, getBoardPath } from './board-queries.ts';

/** Finds a student on a board with several pages. */
export function BoardSearch({ filter }: { filter: BoardFilter }) {
  const navigate = useNavigate();
  const { typed, setTyped, flush } = useDebouncedSearch(filter.search, (search) =>
    navigate(getBoardPath({ ...filter, search }), { replace: true, preventScrollReset: true }),
  );
  return (
    <div className="mt-4 max-w-100">
      <Field
        type="search"
        maxLength={100}
        label={<FormattedMessage id="learning.students.search" />}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && flush()}
      />
    </div>
  );
}
