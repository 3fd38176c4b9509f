import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useLocation, useSearchParams } from 'react-router';
import { useIsWide } from '#platform/web/hooks/use-is-wide.ts';
import { useResultFocus } from '#platform/web/hooks/use-result-focus.ts';
import type { ApplicationRow } from '#features/applications/shared/application.ts';
import type { DeskQueue } from '#features/applications/shared/contract.ts';
import { listOpenRequirements } from '#features/applications/shared/requirements.ts';
import { ApplicationDetail, type SubmittedFormView } from './application-detail.tsx';
import { ApplicationGone } from './application-gone.tsx';
import { ApplicationQueueTools } from './application-queue-tools.tsx';
import { ApplicationShortcuts } from './application-shortcuts.tsx';
import { ApplicationList } from './application-list.tsx';
import { ApplicationNotFound } from './application-not-found.tsx';
import { useDeskApplication, type QueueQuery } from './queries.ts';
import { DecisionDialog, type OpenDialog } from './decision-dialog.tsx';
import { DeskListPane, DeskPage } from '#features/association/web/desk-layout.tsx';
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
  SubmittedForm: SubmittedFormView;
  queue: DeskQueue;
  search: string;
  query: QueueQuery;
}

/** The queue with the open application beside it. After a decision the next one opens. */
export function ApplicationDesk({ SubmittedForm, queue, search, query }: ApplicationDeskProps) {
  const intl = useIntl();
  const isWide = useIsWide();
  const [params, setParams] = useSearchParams();
  const root = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [selection, setSelection] = useState<QueueSelection<ApplicationRow> | null>(null);
  /** The last search that found the selected application. */
  const [foundBy, setFoundBy] = useState(search);
  const [decidedId, setDecidedId] = useState<string | null>(null);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [attachmentIndex, setAttachmentIndex] = useState<number | null>(null);
  const [requested, setRequested] = useRequestedItem();
  const decisions = useDecisions((id) => setRequested(toRequestedItem(String(id))));
  const rows = query.data?.pages.flatMap(({ items }) => items).filter((row) => !decisions.isDecided(row)) ?? noRows;

  // The requested application once it is loaded; otherwise the current selection.
  const found = findRequestedItem(requested, rows.map(getId), query.data !== undefined && !query.isFetching);
  const follow = () => (found.requested === null ? updateSelection(selection, rows, decidedId, getId) : null);
  const current = found.index >= 0 ? selectAt(rows, found.index) : follow();
  if (found.requested !== requested) setRequested(found.requested);
  if (current !== selection) {
    setSelection(current);
    if (current?.item.id !== selection?.item.id) setAttachmentIndex(null);
  }
  if (current?.isGone === false && !query.isPlaceholderData && foundBy !== search) setFoundBy(search);
  // An application that another search does not find is closed. It has not left the queue.
  const shown = current?.isGone && foundBy !== search ? null : current;

  const row = shown === null || shown.isGone ? null : shown.item;
  const isDetailShown = isWide || params.has('open');
  const hasDetail = shown !== null && isDetailShown;
  const missing = found.requested?.isMissing && isDetailShown ? found.requested : null;
  const detailQuery = useDeskApplication(row, hasDetail);
  const application = row === null ? undefined : detailQuery.data;
  const attachments = application ? listAttachments(application) : [];
  const attachment = attachmentIndex === null ? undefined : attachments[attachmentIndex];
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
    setRequested(null);
    setSelection(chosen);
    setAttachmentIndex(null);
    if (index >= rows.length - 1 && query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    return chosen.item;
  };
  const step = (by: number) => {
    const chosen = choose(getStepIndex(shown, by));
    if (chosen) focusRow(root.current, chosen.id);
  };
  const isCurrent = () => field.current?.value.trim() === search && query.data !== undefined && !query.isFetching;
  const result = useResultFocus(isCurrent, () => step(0));
  const open = (id: number) => {
    choose(rows.findIndex((item) => item.id === id));
    if (isWide) focusDetailPart(root.current, 'title');
    else setOpen(id);
  };
  /** An application can be decided only in its queue and after it was shown. */
  const decidable = queue === 'waiting' && hasDetail ? application : undefined;
  const decide = (decision: ApplicationDecision) => {
    if (decidable === undefined) return;
    setDialog(null);
    setDecidedId(String(decidable.id));
    decisions.decide(decidable, decision);
  };
  const approve = () => {
    if (decidable === undefined) return;
    if (listOpenRequirements(decidable.requirements).length === 0) decide({ action: 'approve' });
    else decisions.showError(decidable.id, intl.formatMessage({ id: 'association.applications.still_open' }));
  };
  const openDialog = (kind: OpenDialog) => {
    if (kind === 'keys' || decidable !== undefined) setDialog(kind);
  };
  const close = attachment
    ? () => setAttachmentIndex(null)
    : params.has('open') && !isWide
      ? () => setOpen(null)
      : null;

  useApplicationShortcuts({
    root,
    field,
    onStep: step,
    onSearch: result.request,
    onOpen: () => row !== null && open(row.id),
    onClose: close,
    onApprove: approve,
    onOpenDialog: openDialog,
    onUndo: decisions.undo,
    onShow: attachments.length > 0 ? () => setAttachmentIndex(attachment ? null : 0) : null,
    onTurn: attachment
      ? (by) => setAttachmentIndex(((attachmentIndex ?? 0) + by + attachments.length) % attachments.length)
      : null,
    onNote: () => focusDetailPart(root.current, 'note'),
  });

  return (
    <DeskPage
      ref={root}
      columns="xl:grid-cols-[minmax(0,1fr)_372px]"
      isDetailAlone={!isWide && (hasDetail || missing !== null)}
    >
      <DeskListPane
        title={<FormattedMessage id={`association.applications.title.${queue}`} />}
        tools={
          <ApplicationQueueTools
            queue={queue}
            search={search}
            field={field}
            total={query.data?.pages[0]?.total}
            onType={result.cancel}
          />
        }
      >
        <ApplicationList
          queue={queue}
          search={search}
          query={query}
          rows={rows}
          selected={isWide ? (row?.id ?? null) : undefined}
          onSelect={(id) => choose(rows.findIndex((item) => item.id === id))}
          onOpen={open}
        />
        <ApplicationShortcuts queue={queue} onAll={() => openDialog('keys')} />
      </DeskListPane>
      {missing && <ApplicationNotFound id={missing.id} onBack={isWide ? null : () => setOpen(null)} />}
      {hasDetail &&
        (row === null ? (
          <ApplicationGone row={shown.item} onNext={() => choose(shown.index)} />
        ) : (
          <ApplicationDetail
            SubmittedForm={SubmittedForm}
            row={row}
            queue={queue}
            query={detailQuery}
            failure={decisions.failureOf(row.id)}
            attachments={attachments}
            onShow={setAttachmentIndex}
            onBack={isWide ? null : () => setOpen(null)}
            onApprove={approve}
            onOpenDialog={openDialog}
          />
        ))}
      {attachment && application && (
        <AttachmentViewer
          applicationId={application.id}
          attachment={attachment}
          at={attachmentIndex ?? 0}
          count={attachments.length}
          onTurn={(by) => setAttachmentIndex(((attachmentIndex ?? 0) + by + attachments.length) % attachments.length)}
          onClose={() => setAttachmentIndex(null)}
        />
      )}
      {dialog && (dialog === 'keys' || application) && (
        <DecisionDialog dialog={dialog} application={application} onClose={() => setDialog(null)} onDecide={decide} />
      )}
    </DeskPage>
  );
}

/** The item requested by the URL, or by undoing a decision. Each navigation requests it again, even to the same URL. */
function useRequestedItem(): [RequestedItem | null, (requested: RequestedItem | null) => void] {
  const [params] = useSearchParams();
  const { key } = useLocation();
  const id = params.get('open');
  const [request, setRequest] = useState({ key, requested: toRequestedItem(id) });
  if (request.key !== key) setRequest({ key, requested: toRequestedItem(id) });
  return [request.requested, (requested) => setRequest((former) => ({ ...former, requested }))];
}
