import '#features/association/web/desk.css';
import './search-screen.css';
import { useRef, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useErrorState } from '#platform/web/client/use-error-state.ts';
import { isTextInput, usePageShortcuts } from '#platform/web/hooks/use-page-shortcuts.ts';
import { useDebouncedSearch } from '#platform/web/hooks/use-debounced-search.ts';
import { useIsWide } from '#platform/web/hooks/use-is-wide.ts';
import { Chip } from '#ui/display/chip.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SearchBox } from '#ui/fields/search-box.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { DeskShortcuts, DeskTable, type DeskColumn } from '#ui/lists/desk-table.tsx';
import { focusAdjacentRow } from '#features/association/web/desk-focus.ts';
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
  const { title, placeholder, search, onSearch, found, openId, onOpen, onClose, detail } = props;
  const intl = useIntl();
  const isWide = useIsWide();
  const root = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { typed, setTyped } = useDebouncedSearch(search, onSearch);
  const isAlone = openId !== null && !isWide;

  usePageShortcuts(({ key }, target) => {
    if (key === 'Escape' && openId !== null && !isTextInput(target)) {
      onClose();
      return true;
    }
    if (key === 'ArrowDown' && target === field.current) return focusAdjacentRow(root.current, target, 1);
    if (isTextInput(target)) return false;
    if (key === '/') {
      field.current?.focus();
      return true;
    }
    const step = steps[key];
    return step !== undefined && focusAdjacentRow(root.current, target, step);
  });

  return (
    <div ref={root} className="desk-full look-up" data-open={isAlone || undefined}>
      <section className="queue" aria-labelledby="queue-title">
        <div className="queue-head">
          <h1 id="queue-title" tabIndex={-1} data-page-title="">
            {title}
          </h1>
          {search !== '' && found.total !== undefined && (
            <Chip>
              <FormattedMessage id="association.look.found" values={{ count: found.total }} />
            </Chip>
          )}
          <SearchBox
            inputRef={field}
            isFine
            hotkey="/"
            takesFocus={openId === null && search === ''}
            label={placeholder}
            placeholder={placeholder}
            clearLabel={intl.formatMessage({ id: 'association.applications.clear' })}
            value={typed}
            onChange={setTyped}
          />
        </div>
        <div className="found-rows" aria-busy={found.isOld || undefined}>
          <SearchResults {...props} onOpen={onOpen} />
        </div>
        <div className="queue-foot">
          <DeskShortcuts
            keys={[
              { keys: ['/'], text: <FormattedMessage id="association.key.search" /> },
              { keys: ['J', 'K'], text: <FormattedMessage id="association.key.move" /> },
              { keys: ['Enter'], text: <FormattedMessage id="association.key.open" /> },
              { keys: ['Esc'], text: <FormattedMessage id="association.key.back" /> },
            ]}
          />
        </div>
      </section>
      {openId !== null && detail}
    </div>
  );
}

function SearchResults<Item>({ title, hint, search, found, columns, getId, openId, onOpen }: SearchScreenProps<Item>) {
  const intl = useIntl();
  const errorProps = useErrorState();
  if (search === '') return <EmptyState drawing={<CompassDrawing />} title={title} text={hint} />;
  if (found.items === undefined)
    return found.hasFailed ? (
      <ErrorState {...errorProps} isBusy={found.isBusy} onRefresh={found.refetch} />
    ) : (
      <SkeletonGroup label={intl.formatMessage({ id: 'association.look.loading' })} className="queue-loading">
        <SkeletonRows count={8} height={26} />
      </SkeletonGroup>
    );
  if (found.items.length === 0)
    return (
      <EmptyState
        drawing={<CompassDrawing />}
        title={<FormattedMessage id="association.look.none" values={{ search: <bdi>{search}</bdi> }} />}
        text={<FormattedMessage id="association.look.none_text" />}
      />
    );
  return (
    <>
      <DeskTable
        label={intl.formatMessage({ id: 'association.look.results' })}
        columns={columns}
        items={found.items}
        getId={getId}
        current={openId}
        onOpen={onOpen}
      />
      {found.hasMore && <MoreRows isBusy={found.isBusy} onMore={found.more} />}
    </>
  );
}
