import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { loadDecisionText } from '#features/association/web/decision-text.ts';
import { dismissToast, showToast } from '#ui/overlays/toast-store.ts';
import type { Application, ApplicationRow, Reason } from '#features/applications/shared/application.ts';
import { undoWindowMs } from '#features/applications/shared/steps.ts';
import { removeCachedApplication, refreshQueue } from './queries.ts';
import { applicationClient } from '#features/association/web/client.ts';

export type ApplicationDecision =
  | { action: 'approve' }
  | { action: 'send_back'; reasons: readonly Reason[]; note: string }
  | { action: 'reject'; note: string };

/** A decision of this clerk that can still be undone. */
interface PendingDecision {
  id: number;
  versionKey: string;
  /** The key of the decision's step. */
  key: string;
  name: string;
  decidedAt: number;
  /** Resolves to whether the server accepted the decision. */
  sending: Promise<boolean>;
}

const toVersionKey = ({ id, version }: Pick<ApplicationRow, 'id' | 'version'>) => `${id}:${version}`;

/**
 * Applies decisions optimistically: the row leaves the queue, and returns with the reason if the server rejects the
 * decision. Notifications are sent after ten seconds, so the last decision can be undone.
 */
export function useDecisions(onUndone: (id: number) => void) {
  const intl = useIntl();
  const [decidedKeys, setDecidedKeys] = useState<ReadonlySet<string>>(new Set());
  const [failures, setFailures] = useState<ReadonlyMap<number, string>>(new Map());
  const pendingDecisions = useRef<PendingDecision[]>([]);
  const lastToast = useRef(0);

  const showMessage = (text: string, undo?: () => void) => {
    // Only one toast at a time, because only the last decision matters.
    dismissToast(lastToast.current);
    const label = intl.formatMessage({ id: 'association.applications.undo' });
    lastToast.current = showToast({ text, ...(undo && { undo: { label, onUndo: undo } }) });
  };
  const restoreRow = (versionKey: string) =>
    setDecidedKeys((former) => {
      const next = new Set(former);
      next.delete(versionKey);
      return next;
    });
  const setFailure = (id: number, text: string | null) =>
    setFailures((former) => {
      const next = new Map(former);
      if (text === null) next.delete(id);
      else next.set(id, text);
      return next;
    });

  function decide(application: Application, decision: ApplicationDecision): void {
    const { id, version } = application;
    const name = application.applicant.name ?? '';
    const versionKey = toVersionKey(application);
    const key = crypto.randomUUID();
    setDecidedKeys((former) => new Set(former).add(versionKey));
    setFailure(id, null);
    const sending = sendDecision(id, version, key, decision).then(
      () => true,
      (error: unknown) => {
        const reason = formatErrorMessage(intl, error);
        pendingDecisions.current = pendingDecisions.current.filter((pending) => pending.key !== key);
        removeCachedApplication(id);
        restoreRow(versionKey);
        setFailure(id, reason);
        const wasDecided = error instanceof ApiError && error.code === 'applications.out_of_turn';
        if (wasDecided) void showOtherDecision(id, reason);
        else showMessage(intl.formatMessage({ id: 'association.applications.came_back' }, { name, reason }));
        return false;
      },
    );
    void sending.then(() => refreshQueue());
    const pending = { id, versionKey, key, name, decidedAt: Date.now(), sending };
    pendingDecisions.current = [...pendingDecisions.current, pending];
    showMessage(
      intl.formatMessage({ id: `association.applications.done.${decision.action}` }, { name }),
      () => void undo(pending),
    );
  }

  /** Another clerk was faster; the message says who decided what. */
  async function showOtherDecision(id: number, reason: string): Promise<void> {
    const decision = await loadDecisionText(intl, { queue: 'applications', subject: `application:${id}` });
    showMessage([reason, decision].filter(Boolean).join(' '));
  }

  /** Undoes the given decision, or the last one. */
  async function undo(
    pending = pendingDecisions.current.findLast(({ decidedAt }) => Date.now() - decidedAt < undoWindowMs),
  ): Promise<void> {
    if (pending === undefined)
      return showMessage(intl.formatMessage({ id: 'association.applications.nothing_to_undo' }));
    pendingDecisions.current = pendingDecisions.current.filter(({ key }) => key !== pending.key);
    if (!(await pending.sending)) return;
    try {
      const { id, key: of } = pending;
      await applicationClient('POST Applications/{id}/undo', {
        params: { id },
        body: { key: crypto.randomUUID(), of },
      });
    } catch (error) {
      return showMessage(formatErrorMessage(intl, error));
    }
    removeCachedApplication(pending.id);
    await refreshQueue();
    restoreRow(pending.versionKey);
    onUndone(pending.id);
    showMessage(intl.formatMessage({ id: 'association.applications.undone' }, { name: pending.name }));
  }

  return {
    /** True for a row that was just decided here. */
    isDecided: (row: ApplicationRow) => decidedKeys.has(toVersionKey(row)),
    failureOf: (id: number) => failures.get(id) ?? null,
    /** Shows an error without sending the decision. */
    showError: (id: number, reason: string) => setFailure(id, reason),
    decide,
    undo: () => void undo(),
  };
}

function sendDecision(id: number, version: number, key: string, decision: ApplicationDecision): Promise<Application> {
  const params = { id };
  if (decision.action === 'approve')
    return applicationClient('POST Applications/{id}/approve', { params, body: { key, version } });
  const { note } = decision;
  if (decision.action === 'reject')
    return applicationClient('POST Applications/{id}/reject', { params, body: { key, version, note } });
  const reasons = [...decision.reasons];
  return applicationClient('POST Applications/{id}/return', { params, body: { key, version, reasons, note } });
}
