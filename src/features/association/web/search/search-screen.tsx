import { useRef, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isTextInput, usePageShortcuts } from '#platform/web/hooks/use-page-shortcuts.ts';
import { useDebouncedSearch } from '#platform/web/hooks/use-debounced-search.ts';
import { useResultFocus } from '#platform/web/hooks/use-result-focus.ts';
import { useIsWide } from '#platform/web/hooks/use-is-wide.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Chip } from '#ui/display/chip.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { clsx } from 'clsx';
import { SearchBox } from '#ui/fields/search-box.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { DeskShortcuts, DeskTable, openRow, type DeskColumn } from '#ui/lists/desk-table.tsx';
import { focusAdjacentRow } from '#features/association/web/desk-focus.ts';
import { DeskListPane, DeskPage, deskScroll, deskSearch } from '#features/association/web/desk-layout.tsx';
import { MoreRows } from '#features/association/web/more-rows.tsx';
import type { SearchResult } from './queries.ts';

interface SearchScreenProps<Item> {
  title: ReactNode;
  placeholder: string;
  /** Shown before anything is typed. */
  hint: ReactNode;
  search: string;
  onSearch: (search: string) => void;
  found: SearchResult<Item>;
  columns: readonly DeskColumn<Item>[];
  getId: (item: Item) => string;
  openId: string | null;
  onOpen: (id: string) => void;
  onClose: () => void;
  /** The open item. */
  detail: ReactNode;
}

const steps: Readonly<Record<string, number>> = { j: 1, k: -1 };

/** A search with its results. An item opens beside them, or in their place on small screens. */
export function SearchScreen<Item>(props: SearchScreenProps<Item>) {
  const { title, placeholder, search, onSearch, found, getId, openId, onOpen, onClose, detail } = props;
  const intl = useIntl();
  const isWide = useIsWide();
  const root = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { typed, setTyped, flush, isPending } = useDebouncedSearch(search, onSearch);
  const isCurrent = !isPending && !found.isStale && found.data !== undefined && !found.isFetching;
  /** A single match is opened; among several, the clerk chooses. */
  const result = useResultFocus(
    () => isCurrent,
    () => {
      const [only, ...others] = found.data ?? [];
      if (only !== undefined && others.length === 0) onOpen(getId(only));
      else if (field.current) focusAdjacentRow(root.current, field.current, 1);
    },
  );

  usePageShortcuts(({ key }, target) => {
    if (key === 'Escape' && openId !== null && !isTextInput(target)) {
      onClose();
      return true;
    }
    if (key === 'ArrowDown' && target === field.current) return focusAdjacentRow(root.current, target, 1);
    if (key === 'Enter' && target === field.current) {
      flush();
      result.request();
      return true;
    }
    if (isTextInput(target)) return false;
    if (key === '/') {
      field.current?.focus();
      return true;
    }
    const step = steps[key];
    return step !== undefined && focusAdjacentRow(root.current, target, step);
  });

  return (
    <DeskPage
      ref={root}
      columns="xl:has-[>_:nth-child(2)]:grid-cols-[minmax(0,1fr)_372px]"
      isDetailAlone={openId !== null && !isWide}
    >
      <DeskListPane
        title={title}
        tools={
          <>
            {search !== '' && found.total !== undefined && (
              <Chip>
                <FormattedMessage
                  id={found.hasMoreMatches ? 'association.look.found_more' : 'association.look.found'}
                  values={{ count: found.total }}
                />
              </Chip>
            )}
            <SearchBox
              inputRef={field}
              isSmall
              className={deskSearch}
              hotkey="/"
              takesFocus={openId === null && search === ''}
              label={placeholder}
              placeholder={placeholder}
              clearLabel={intl.formatMessage({ id: 'association.applications.clear' })}
              value={typed}
              onChange={(next) => {
                result.cancel();
                setTyped(next);
              }}
            />
          </>
        }
      >
        <div className={deskScroll} aria-busy={found.isStale || undefined}>
          <SearchResults {...props} />
        </div>
        <div className="hidden lg:block">
          <DeskShortcuts
            keys={[
              { keys: ['/'], text: <FormattedMessage id="association.key.search" /> },
              { keys: ['J', 'K'], text: <FormattedMessage id="association.key.move" /> },
              { keys: ['Enter'], text: <FormattedMessage id="association.key.open" /> },
              { keys: ['Esc'], text: <FormattedMessage id="association.key.back" /> },
            ]}
          />
        </div>
      </DeskListPane>
      {openId !== null && detail}
    </DeskPage>
  );
}

/** On phones a row is a card: the name, and below it the other cells one after the other. */
export const searchRow = clsx(
  openRow,
  '[&_b+[data-part=chip]]:ms-2',
  'max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-3 max-lg:gap-y-0.5 max-lg:border-b max-lg:border-line',
  'max-lg:px-gutter max-lg:py-3 max-lg:[&>td]:block max-lg:[&>td]:h-auto max-lg:[&>td]:border-0 max-lg:[&>td]:bg-transparent',
  'max-lg:[&>td]:p-0 max-lg:[&>td]:wrap-anywhere max-lg:[&>td]:whitespace-normal max-lg:[&>td]:text-ink-2',
  'max-lg:[&>td:first-child]:flex-[1_0_100%] max-lg:[&>td:first-child]:text-ink max-lg:[&>td:first-child_b]:text-md',
  'max-lg:[&>td:empty]:hidden',
);

function SearchResults<Item>({ title, hint, search, found, columns, getId, openId, onOpen }: SearchScreenProps<Item>) {
  const intl = useIntl();
  if (search === '') return <EmptyState drawing={<CompassDrawing />} title={title} text={hint} />;
  return (
    <QueryView
      query={found}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'association.look.loading' })} className="grid gap-4 p-4">
          <SkeletonRows count={8} height={26} />
        </SkeletonGroup>
      }
      isEmpty={(items) => items.length === 0}
      empty={
        <EmptyState
          drawing={<CompassDrawing />}
          title={<FormattedMessage id="association.look.none" values={{ search: <bdi>{search}</bdi> }} />}
          text={<FormattedMessage id="association.look.none_text" />}
        />
      }
    >
      {(items) => (
        <>
          <DeskTable
            label={intl.formatMessage({ id: 'association.look.results' })}
            columns={columns}
            items={items}
            getId={getId}
            current={openId}
            rowClassName={searchRow}
            onOpen={onOpen}
          />
          {found.hasMore && <MoreRows isBusy={found.isFetching} onMore={found.loadMore} />}
        </>
      )}
    </QueryView>
  );
}
