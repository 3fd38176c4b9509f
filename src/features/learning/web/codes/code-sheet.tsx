import { Download } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { downloadFile } from '#platform/web/files/download-file.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ChoiceChips } from '#ui/fields/choice-chips.tsx';
import { CardDrawing } from '#ui/drawings/card-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Field } from '#ui/fields/field.tsx';
import type { HeldCode } from '#features/learning/shared/codes-contract.ts';
import { useHeldCodes } from '#features/learning/web/dashboard/dashboard-queries.ts';
import { QuerySection, RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { useLearningUpdates } from '#features/learning/web/queries.ts';
import { HeldCodeRows } from './held-codes.tsx';
import { searchHeldCodes, heldCodeStates, sortHeldCodes, formatCodesCsv } from './held-code-list.ts';

/** Number of codes from which a search field is shown. */
const manyCodes = 12;
const shownAtOnce = 50;

/** All held codes with state filter, search, sharing and CSV download of the unused ones. */
export function CodeSheet() {
  useLearningUpdates();
  const query = useHeldCodes();
  const free = query.data?.filter(({ state }) => state === 'free') ?? [];
  return (
    <QuerySection
      title="learning.held.title"
      query={query}
      skeleton={<RowsSkeleton rows={4} />}
      end={free.length > 0 && <CsvButton codes={free} />}
    >
      {(list) => (list.length === 0 ? <NoCodes /> : <CodeTable list={list} />)}
    </QuerySection>
  );
}

function CodeTable({ list }: { list: readonly HeldCode[] }) {
  const intl = useIntl();
  const [state, setState] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(shownAtOnce);
  const counts = Object.groupBy(list, (code) => code.state);
  const found = searchHeldCodes(
    sortHeldCodes(list).filter((code) => state === null || code.state === state),
    search,
  );
  const shown = found.slice(0, limit);
  return (
    <div className="grid gap-4">
      <ChoiceChips
        legend={<FormattedMessage id="learning.held.show" />}
        options={heldCodeStates
          .filter((name) => counts[name] !== undefined)
          .map((name) => ({
            value: name,
            label: intl.formatMessage(
              { id: 'learning.held.counted' },
              { state: intl.formatMessage({ id: `learning.held.${name}` }), count: counts[name]?.length ?? 0 },
            ),
          }))}
        value={state}
        onChange={setState}
      />
      {list.length > manyCodes && (
        <Field
          type="search"
          autoComplete="off"
          label={<FormattedMessage id="learning.held.search" />}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      {found.length === 0 ? (
        <p className="text-sm text-ink-2">
          <FormattedMessage id="learning.held.none_found" />
        </p>
      ) : (
        <HeldCodeRows codes={shown} />
      )}
      {shown.length < found.length && (
        <Button kind="quiet" className="justify-self-start" onClick={() => setLimit(found.length)}>
          <FormattedMessage id="learning.held.all" values={{ count: found.length }} />
        </Button>
      )}
    </div>
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

function CsvButton({ codes }: { codes: readonly HeldCode[] }) {
  const intl = useIntl();
  const save = () => {
    const head = ['code', 'course', 'until'].map((column) =>
      intl.formatMessage({ id: `learning.held.csv.${column}` as MessageId }),
    );
    downloadFile(new Blob([formatCodesCsv(codes, head)], { type: 'text/csv;charset=utf-8' }), 'codes.csv');
  };
  return (
    <Button kind="quiet" onClick={save}>
      <Download size={18} aria-hidden="true" />
      <FormattedMessage id="learning.held.csv" />
    </Button>
  );
}
