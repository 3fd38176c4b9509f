import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { useTypedSearch } from '../../../platform/web/typed-search.ts';
import { LinkPills } from '../../../ui/link-pills.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { SortMenu } from '../../../ui/sort-menu.tsx';
import { productSorts, type ProductSort } from '../shared/lists.ts';
import { type ShelfQuery, useShelf } from './queries.ts';
import { addressOf, shownCategories } from './shelf-view.ts';

interface ShelfBarProps {
  view: ShelfQuery;
  onChange: (part: Partial<ShelfQuery>) => void;
}

/** What to look for, of which kind, in which order. */
export function ShelfBar({ view, onChange }: ShelfBarProps) {
  const intl = useIntl();
  const { typed, setTyped } = useTypedSearch(view.search, (search) => onChange({ search }));
  const nameOf = (sort: ProductSort) => intl.formatMessage({ id: `shop.sort.${sort}` });
  return (
    <div className="shelf-bar">
      <SearchBox
        label={intl.formatMessage({ id: 'shop.list.search' })}
        placeholder={intl.formatMessage({ id: 'shop.list.search_hint' })}
        clearLabel={intl.formatMessage({ id: 'shop.list.search_clear' })}
        value={typed}
        onChange={setTyped}
      />
      <SortMenu
        label={intl.formatMessage({ id: 'shop.list.sort' }, { order: nameOf(view.sort) })}
        orders={productSorts.map((id) => ({ id, label: nameOf(id) }))}
        order={view.sort}
        onOrder={(sort) => onChange({ sort })}
        isShort
      />
      <Categories view={view} />
    </div>
  );
}

function Categories({ view }: { view: ShelfQuery }) {
  const intl = useIntl();
  const { data } = useShelf(view);
  const counts = data?.pages.at(-1)?.counts ?? {};
  return (
    <LinkPills label={intl.formatMessage({ id: 'shop.list.categories' })}>
      {[null, ...shownCategories(counts, view.category)].map((category) => (
        <Link
          key={category}
          to={addressOf({ ...view, category })}
          preventScrollReset
          aria-current={category === view.category ? 'true' : undefined}
        >
          <FormattedMessage id={`shop.category.${category ?? 'all'}`} />
        </Link>
      ))}
    </LinkPills>
  );
}
