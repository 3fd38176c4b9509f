import { Download } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { LoadMoreButton } from '#platform/web/client/load-more-button.tsx';
import { mapQuery } from '#platform/web/client/query-state.ts';
import { downloadFile } from '#platform/web/files/download-file.ts';
import { useDebouncedSearch } from '#platform/web/hooks/use-debounced-search.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ChoiceChips } from '#ui/fields/choice-chips.tsx';
import { CardDrawing } from '#ui/drawings/card-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Field } from '#ui/fields/field.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { heldCodeStates, type HeldCode } from '#features/learning/shared/codes-contract.ts';
import { QuerySection, RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { useLearningUpdates } from '#features/learning/web/queries.ts';
import { loadFreeCodes, useHeldCodes } from './code-queries.ts';
import { HeldCodeRows } from './held-codes.tsx';
import { formatCodesCsv } from './held-code-list.ts';

/** Number of codes from which a search field is shown. */
const manyCodes = 12;

/** The held codes with state filter, search, sharing and CSV download of the unused ones. */
export function CodeSheet() {
  useLearningUpdates();
  const [state, setState] = useState<HeldCode['state'] | null>(null);
  const [search, setSearch] = useState('');
  const { typed, setTyped, flush } = useDebouncedSearch(search, setSearch);
  const query = useHeldCodes(state, search);
  const held = mapQuery(query, ({ pages }) => pages[0]);
  const codes = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <QuerySection title="learning.held.title" query={held} skeleton={<RowsSkeleton rows={4} />}>
      {({ counts }) => {
        const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
        if (all === 0) return <NoCodes />;
        return (
          <div className="grid gap-4" aria-busy={query.isPlaceholderData || undefined}>
            <StateFilter counts={counts} state={state} onChange={setState} />
            {all > manyCodes && (
              <Field
                type="search"
                autoComplete="off"
                label={<FormattedMessage id="learning.held.search" />}
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
                onKeyDown={({ key }) => key === 'Enter' && flush()}
              />
            )}
            {codes.length === 0 ? (
              <p className="text-sm text-ink-2">
                <FormattedMessage id="learning.held.none_found" />
              </p>
            ) : (
              <div>
                <HeldCodeRows codes={codes} />
                <LoadMoreButton query={query} />
                {/* Below the list, because long languages need the whole width for its label. */}
                {counts.free > 0 && <CsvButton />}
              </div>
            )}
          </div>
        );
      }}
    </QuerySection>
  );
}

interface StateFilterProps {
  counts: Record<HeldCode['state'], number>;
  state: HeldCode['state'] | null;
  onChange: (state: HeldCode['state'] | null) => void;
}

function StateFilter({ counts, state, onChange }: StateFilterProps) {
  const intl = useIntl();
  return (
    <ChoiceChips
      legend={<FormattedMessage id="learning.held.show" />}
      options={heldCodeStates
        .filter((name) => counts[name] > 0)
        .map((name) => ({
          value: name,
          label: intl.formatMessage(
            { id: 'learning.held.counted' },
            { state: intl.formatMessage({ id: `learning.held.${name}` }), count: counts[name] },
          ),
        }))}
      value={state}
      onChange={(chosen) => onChange(heldCodeStates.find((name) => name === chosen) ?? null)}
    />
  );
}

function NoCodes() {
  return (
    <EmptyState
      isCard
      level={3}
      drawing={<CardDrawing />}
      title={<FormattedMessage id="learning.held.empty" />}
      text={<FormattedMessage id="learning.held.empty_text" />}
    />
  );
}

/** All unused codes, however many are shown. */
function CsvButton() {
  const intl = useIntl();
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    const head = ['code', 'course', 'until'].map((column) =>
      intl.formatMessage({ id: `learning.held.csv.${column}` as MessageId }),
    );
    setIsBusy(true);
    try {
      const csv = formatCodesCsv(await loadFreeCodes(), head);
      downloadFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), 'codes.csv');
    } catch (error) {
      showToast({ text: formatErrorMessage(intl, error) });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button kind="quiet" className="mt-3 -ms-3" isBusy={isBusy} onClick={() => void save()}>
      <Download size={18} aria-hidden="true" />
      <FormattedMessage id="learning.held.csv" />
    </Button>
  );
}
