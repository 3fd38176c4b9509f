import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { useDebouncedSearch } from '#platform/web/hooks/use-debounced-search.ts';
import { LinkPills } from '#ui/navigation/link-pills.tsx';
import { SearchBox } from '#ui/fields/search-box.tsx';
import { SortMenu } from '#ui/overlays/sort-menu.tsx';
import { productSorts, type ProductSort } from '#features/shop/shared/categories.ts';
import { type ProductQuery, useProducts } from '#features/shop/web/queries.ts';
import { toQueryString, listVisibleCategories } from './product-query.ts';

interface ProductFiltersProps {
  view: ProductQuery;
  onChange: (part: Partial<ProductQuery>) => void;
}

export function ProductFilters({ view, onChange }: ProductFiltersProps) {
  const intl = useIntl();
  const { typed, setTyped, flush } = useDebouncedSearch(view.search, (search) => onChange({ search }));
  const nameOf = (sort: ProductSort) => intl.formatMessage({ id: `shop.sort.${sort}` });
  return (
    <div className="mb-5 grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-3 gap-y-4">
      <SearchBox
        label={intl.formatMessage({ id: 'shop.list.search' })}
        placeholder={intl.formatMessage({ id: 'shop.list.search_hint' })}
        clearLabel={intl.formatMessage({ id: 'shop.list.search_clear' })}
        value={typed}
        onChange={setTyped}
        onEnter={flush}
      />
      <SortMenu
        label={intl.formatMessage({ id: 'shop.list.sort' }, { order: nameOf(view.sort) })}
        orders={productSorts.map((id) => ({ id, label: nameOf(id) }))}
        order={view.sort}
        onOrder={(sort) => onChange({ sort })}
        isShort
        className="-me-3 mb-0.5 max-w-none!"
      />
      <Categories view={view} />
    </div>
  );
}

function Categories({ view }: { view: ProductQuery }) {
  const intl = useIntl();
  const { data } = useProducts(view);
  const counts = data?.pages.at(-1)?.counts ?? {};
  return (
    <LinkPills className="col-span-full" label={intl.formatMessage({ id: 'shop.list.categories' })}>
      {[null, ...listVisibleCategories(counts, view.category)].map((category) => (
        <Link
          key={category}
          to={toQueryString({ ...view, category })}
          preventScrollReset
          aria-current={category === view.category ? 'true' : undefined}
        >
          <FormattedMessage id={`shop.category.${category ?? 'all'}`} />
        </Link>
      ))}
    </LinkPills>
  );
}
