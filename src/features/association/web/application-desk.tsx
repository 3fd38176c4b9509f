import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router';
import { useIsWide } from '../../../platform/web/wide.ts';
import type { ApplicationRow } from '../../applications/shared/application.ts';
import type { DeskQueue } from '../../applications/shared/contract.ts';
import { openPoints } from '../../applications/shared/requirements.ts';
import { ApplicationDetail, type FilledInView } from './application-detail.tsx';
import { ApplicationGone } from './application-gone.tsx';
import { ApplicationHead } from './application-head.tsx';
import { ApplicationKeys } from './application-keys.tsx';
import { ApplicationList } from './application-list.tsx';
import { ApplicationMissing } from './application-missing.tsx';
import { useDeskApplication, type QueueQuery } from './application-queries.ts';
import { DecisionDialog, type OpenDialog } from './decision-dialog.tsx';
import { focusPart, focusRow, useKeptFocus } from './desk-focus.ts';
import { followQueue, lookFor, placeAt, stepFrom, wantedOf, type DeskPlace } from './desk-place.ts';
import { ExhibitView } from './exhibit-view.tsx';
import { exhibitsOf } from './exhibits.ts';
import { useApplicationKeys } from './use-application-keys.ts';
import { useAskedFor } from './use-asked-for.ts';
import { useDecisions, type Verdict } from './use-decisions.ts';

const idOf = ({ id }: ApplicationRow) => String(id);
const noRows: readonly ApplicationRow[] = [];

interface ApplicationDeskProps {
  FilledIn: FilledInView;
  queue: DeskQueue;
  search: string;
  query: QueueQuery;
}

/** The queue, and at its end the application that is looked at. Once one is decided, the next opens in its place. */
export function ApplicationDesk({ FilledIn, queue, search, query }: ApplicationDeskProps) {
  const intl = useIntl();
  const isWide = useIsWide();
  const [params, setParams] = useSearchParams();
  const root = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [place, setPlace] = useState<DeskPlace<ApplicationRow> | null>(null);
  const [decidedId, setDecidedId] = useState<string | null>(null);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [exhibitAt, setExhibitAt] = useState<number | null>(null);
  const [wanted, setWanted] = useAskedFor();
  const decisions = useDecisions((id) => setWanted(wantedOf(String(id))));
  const rows = query.data?.pages.flatMap(({ items }) => items).filter((row) => !decisions.isLeft(row)) ?? noRows;

  // The one that was asked for, once it is there; else the one that stands where the clerk was.
  const found = lookFor(wanted, rows.map(idOf), query.data !== undefined && !query.isFetching);
  const follow = () => (found.wanted === null ? followQueue(place, rows, decidedId, idOf) : null);
  const current = found.index >= 0 ? placeAt(rows, found.index) : follow();
  if (found.wanted !== wanted) setWanted(found.wanted);
  if (current !== place) {
    setPlace(current);
    if (current?.item.id !== place?.item.id) setExhibitAt(null);
  }

  const row = current === null || current.isGone ? null : current.item;
  const isDetailShown = isWide || params.has('open');
  const hasDetail = current !== null && isDetailShown;
  const missing = found.wanted?.isMissing && isDetailShown ? found.wanted : null;
  const reading = useDeskApplication(row, hasDetail);
  const application = row === null ? undefined : reading.data;
  const exhibits = application ? exhibitsOf(application) : [];
  const exhibit = exhibitAt === null ? undefined : exhibits[exhibitAt];
  useKeptFocus(root, row?.id ?? null, isWide || !hasDetail);

  const setOpen = (id: number | null) => {
    const changed = new URLSearchParams(params);
    if (id === null) changed.delete('open');
    else changed.set('open', String(id));
    setParams(changed, { replace: id === null, preventScrollReset: true });
  };
  const choose = (index: number) => {
    const chosen = placeAt(rows, index);
    if (chosen === null) return;
    setWanted(null);
    setPlace(chosen);
    setExhibitAt(null);
    if (index >= rows.length - 1 && query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    return chosen.item;
  };
  const step = (by: number) => {
    const chosen = choose(stepFrom(current, by));
    if (chosen) focusRow(root.current, chosen.id);
  };
  const open = (id: number) => {
    choose(rows.findIndex((one) => one.id === id));
    if (isWide) focusPart(root.current, 'title');
    else setOpen(id);
  };
  /** Nobody decides on what they have not seen, nor where it is not their turn. */
  const decidable = queue === 'waiting' && hasDetail ? application : undefined;
  const decide = (verdict: Verdict) => {
    if (decidable === undefined) return;
    setDialog(null);
    setDecidedId(String(decidable.id));
    decisions.decide(decidable, verdict);
  };
  const approve = () => {
    if (decidable === undefined) return;
    if (openPoints(decidable.requirements).length === 0) decide({ action: 'approve' });
    else decisions.refuse(decidable.id, intl.formatMessage({ id: 'association.applications.still_open' }));
  };
  const ask = (kind: OpenDialog) => {
    if (kind === 'keys' || decidable !== undefined) setDialog(kind);
  };
  const close = exhibit ? () => setExhibitAt(null) : params.has('open') && !isWide ? () => setOpen(null) : null;

  useApplicationKeys({
    root,
    field,
    onStep: step,
    onOpen: () => row !== null && open(row.id),
    onClose: close,
    onApprove: approve,
    onAsk: ask,
    onUndo: decisions.undo,
    onShow: exhibits.length > 0 ? () => setExhibitAt(exhibit ? null : 0) : null,
    onTurn: exhibit ? (by) => setExhibitAt(((exhibitAt ?? 0) + by + exhibits.length) % exhibits.length) : null,
    onNote: () => focusPart(root.current, 'note'),
  });

  return (
    <div ref={root} className="desk-full" data-open={(!isWide && (hasDetail || missing !== null)) || undefined}>
      <section className="queue" aria-labelledby="queue-title">
        <ApplicationHead queue={queue} search={search} field={field} total={query.data?.pages[0]?.total} />
        <ApplicationList
          queue={queue}
          search={search}
          query={query}
          rows={rows}
          selected={isWide ? (row?.id ?? null) : undefined}
          onSelect={(id) => choose(rows.findIndex((one) => one.id === id))}
          onOpen={open}
        />
        <ApplicationKeys queue={queue} onAll={() => ask('keys')} />
      </section>
      {missing && <ApplicationMissing id={missing.id} onBack={isWide ? null : () => setOpen(null)} />}
      {hasDetail &&
        (row === null ? (
          <ApplicationGone name={current.item.applicantName} onNext={() => choose(current.index)} />
        ) : (
          <ApplicationDetail
            FilledIn={FilledIn}
            row={row}
            queue={queue}
            reading={reading}
            failure={decisions.failureOf(row.id)}
            exhibits={exhibits}
            onShow={setExhibitAt}
            onBack={isWide ? null : () => setOpen(null)}
            onApprove={approve}
            onAsk={ask}
          />
        ))}
      {exhibit && application && (
        <ExhibitView
          applicationId={application.id}
          exhibit={exhibit}
          at={exhibitAt ?? 0}
          count={exhibits.length}
          onTurn={(by) => setExhibitAt(((exhibitAt ?? 0) + by + exhibits.length) % exhibits.length)}
          onClose={() => setExhibitAt(null)}
        />
      )}
      {dialog && (dialog === 'keys' || application) && (
        <DecisionDialog dialog={dialog} application={application} onClose={() => setDialog(null)} onDecide={decide} />
      )}
    </div>
  );
}
