import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useLocation, useSearchParams } from 'react-router';
import { useIsWide } from '#platform/web/hooks/use-is-wide.ts';
import type { ApplicationRow } from '#features/applications/shared/application.ts';
import type { DeskQueue } from '#features/applications/shared/contract.ts';
import { listOpenRequirements } from '#features/applications/shared/requirements.ts';
import { ApplicationDetail, type SubmittedFormView } from './application-detail.tsx';
import { ApplicationGone } from './application-gone.tsx';
import { ApplicationQueueHeader } from './application-queue-header.tsx';
import { ApplicationShortcuts } from './application-shortcuts.tsx';
import { ApplicationList } from './application-list.tsx';
import { ApplicationNotFound } from './application-not-found.tsx';
import { useDeskApplication, type QueueQuery } from './queries.ts';
import { DecisionDialog, type OpenDialog } from './decision-dialog.tsx';
import { focusDetailPart, focusRow, useRestoreFocus } from '#features/association/web/desk-focus.ts';
import {
  updateSelection,
  findRequestedItem,
  selectAt,
  getStepIndex,
  toRequestedItem,
  type QueueSelection,
  type RequestedItem,
} from '#features/association/web/queue-selection.ts';
import { AttachmentViewer } from './attachment-viewer.tsx';
import { listAttachments } from './list-attachments.ts';
import { useApplicationShortcuts } from './use-application-shortcuts.ts';
import { useDecisions, type ApplicationDecision } from './use-decisions.ts';

const getId = ({ id }: ApplicationRow) => String(id);
const noRows: readonly ApplicationRow[] = [];

interface ApplicationDeskProps {
  FilledIn: SubmittedFormView;
  queue: DeskQueue;
  search: string;
  query: QueueQuery;
}

/** The queue with the open application beside it. After a decision the next one opens. */
export function ApplicationDesk({ FilledIn, queue, search, query }: ApplicationDeskProps) {
  const intl = useIntl();
  const isWide = useIsWide();
  const [params, setParams] = useSearchParams();
  const root = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [place, setPlace] = useState<QueueSelection<ApplicationRow> | null>(null);
  const [decidedId, setDecidedId] = useState<string | null>(null);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [exhibitAt, setExhibitAt] = useState<number | null>(null);
  const [wanted, setWanted] = useRequestedItem();
  const decisions = useDecisions((id) => setWanted(toRequestedItem(String(id))));
  const rows = query.data?.pages.flatMap(({ items }) => items).filter((row) => !decisions.isLeft(row)) ?? noRows;

  // The requested application once it is loaded; otherwise the current selection.
  const found = findRequestedItem(wanted, rows.map(getId), query.data !== undefined && !query.isFetching);
  const follow = () => (found.wanted === null ? updateSelection(place, rows, decidedId, getId) : null);
  const current = found.index >= 0 ? selectAt(rows, found.index) : follow();
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
  const exhibits = application ? listAttachments(application) : [];
  const exhibit = exhibitAt === null ? undefined : exhibits[exhibitAt];
  useRestoreFocus(root, row?.id ?? null, isWide || !hasDetail);

  const setOpen = (id: number | null) => {
    const changed = new URLSearchParams(params);
    if (id === null) changed.delete('open');
    else changed.set('open', String(id));
    setParams(changed, { replace: id === null, preventScrollReset: true });
  };
  const choose = (index: number) => {
    const chosen = selectAt(rows, index);
    if (chosen === null) return;
    setWanted(null);
    setPlace(chosen);
    setExhibitAt(null);
    if (index >= rows.length - 1 && query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    return chosen.item;
  };
  const step = (by: number) => {
    const chosen = choose(getStepIndex(current, by));
    if (chosen) focusRow(root.current, chosen.id);
  };
  const open = (id: number) => {
    choose(rows.findIndex((one) => one.id === id));
    if (isWide) focusDetailPart(root.current, 'title');
    else setOpen(id);
  };
  /** An application can be decided only in its queue and after it was shown. */
  const decidable = queue === 'waiting' && hasDetail ? application : undefined;
  const decide = (verdict: ApplicationDecision) => {
    if (decidable === undefined) return;
    setDialog(null);
    setDecidedId(String(decidable.id));
    decisions.decide(decidable, verdict);
  };
  const approve = () => {
    if (decidable === undefined) return;
    if (listOpenRequirements(decidable.requirements).length === 0) decide({ action: 'approve' });
    else decisions.showError(decidable.id, intl.formatMessage({ id: 'association.applications.still_open' }));
  };
  const ask = (kind: OpenDialog) => {
    if (kind === 'keys' || decidable !== undefined) setDialog(kind);
  };
  const close = exhibit ? () => setExhibitAt(null) : params.has('open') && !isWide ? () => setOpen(null) : null;

  useApplicationShortcuts({
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
    onNote: () => focusDetailPart(root.current, 'note'),
  });

  return (
    <div
      ref={root}
      data-full-page=""
      className="group grid grid-cols-1 flex-1 min-h-0 relative xl:grid-cols-[minmax(0,1fr)_372px]"
      data-open={(!isWide && (hasDetail || missing !== null)) || undefined}
    >
      <section
        className="flex min-h-0 min-w-0 flex-col lg:bg-surface max-xl:group-data-open:hidden"
        aria-labelledby="queue-title"
      >
        <ApplicationQueueHeader queue={queue} search={search} field={field} total={query.data?.pages[0]?.total} />
        <ApplicationList
          queue={queue}
          search={search}
          query={query}
          rows={rows}
          selected={isWide ? (row?.id ?? null) : undefined}
          onSelect={(id) => choose(rows.findIndex((one) => one.id === id))}
          onOpen={open}
        />
        <ApplicationShortcuts queue={queue} onAll={() => ask('keys')} />
      </section>
      {missing && <ApplicationNotFound id={missing.id} onBack={isWide ? null : () => setOpen(null)} />}
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
        <AttachmentViewer
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

/** The item requested by the URL, or by undoing a decision. Each navigation requests it again, even to the same URL. */
function useRequestedItem(): [RequestedItem | null, (wanted: RequestedItem | null) => void] {
  const [params] = useSearchParams();
  const { key } = useLocation();
  const id = params.get('open');
  const [request, setRequest] = useState({ key, wanted: toRequestedItem(id) });
  if (request.key !== key) setRequest({ key, wanted: toRequestedItem(id) });
  return [request.wanted, (wanted) => setRequest((former) => ({ ...former, wanted }))];
}
