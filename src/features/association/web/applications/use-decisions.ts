import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
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
  mark: string;
  /** The key of the decision's step. */
  key: string;
  name: string;
  takenAt: number;
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
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [failures, setFailures] = useState<ReadonlyMap<number, string>>(new Map());
  const taken = useRef<PendingDecision[]>([]);
  const lastToast = useRef(0);

  const say = (text: string, undo?: () => void) => {
    // Only one toast at a time, because only the last decision matters.
    dismissToast(lastToast.current);
    const label = intl.formatMessage({ id: 'association.applications.undo' });
    lastToast.current = showToast({ text, ...(undo && { undo: { label, onUndo: undo } }) });
  };
  const show = (mark: string) =>
    setLeft((former) => {
      const next = new Set(former);
      next.delete(mark);
      return next;
    });
  const setFailure = (id: number, text: string | null) =>
    setFailures((former) => {
      const next = new Map(former);
      if (text === null) next.delete(id);
      else next.set(id, text);
      return next;
    });

  function decide(application: Application, verdict: ApplicationDecision): void {
    const { id, version } = application;
    const name = application.applicant.name ?? '';
    const mark = toVersionKey(application);
    const key = crypto.randomUUID();
    setLeft((former) => new Set(former).add(mark));
    setFailure(id, null);
    const sending = sendDecision(id, version, key, verdict).then(
      () => true,
      (error: unknown) => {
        const reason = formatErrorMessage(intl, error);
        taken.current = taken.current.filter((one) => one.key !== key);
        removeCachedApplication(id);
        show(mark);
        setFailure(id, reason);
        say(intl.formatMessage({ id: 'association.applications.came_back' }, { name, reason }));
        return false;
      },
    );
    void sending.then(() => refreshQueue());
    const one = { id, mark, key, name, takenAt: Date.now(), sending };
    taken.current = [...taken.current, one];
    say(intl.formatMessage({ id: `association.applications.done.${verdict.action}` }, { name }), () => void undo(one));
  }

  /** Undoes the given decision, or the last one. */
  async function undo(
    one = taken.current.findLast(({ takenAt }) => Date.now() - takenAt < undoWindowMs),
  ): Promise<void> {
    if (one === undefined) return say(intl.formatMessage({ id: 'association.applications.nothing_to_undo' }));
    taken.current = taken.current.filter(({ key }) => key !== one.key);
    if (!(await one.sending)) return;
    try {
      const { id, key: of } = one;
      await applicationClient('POST Applications/{id}/undo', {
        params: { id },
        body: { key: crypto.randomUUID(), of },
      });
    } catch (error) {
      return say(formatErrorMessage(intl, error));
    }
    removeCachedApplication(one.id);
    await refreshQueue();
    show(one.mark);
    onUndone(one.id);
    say(intl.formatMessage({ id: 'association.applications.undone' }, { name: one.name }));
  }

  return {
    /** True for a row that was just decided here. */
    isLeft: (row: ApplicationRow) => left.has(toVersionKey(row)),
    failureOf: (id: number) => failures.get(id) ?? null,
    /** Shows an error without sending the decision. */
    showError: (id: number, reason: string) => setFailure(id, reason),
    decide,
    undo: () => void undo(),
  };
}

function sendDecision(id: number, version: number, key: string, verdict: ApplicationDecision): Promise<Application> {
  const params = { id };
  if (verdict.action === 'approve')
    return applicationClient('POST Applications/{id}/approve', { params, body: { key, version } });
  const { note } = verdict;
  if (verdict.action === 'reject')
    return applicationClient('POST Applications/{id}/reject', { params, body: { key, version, note } });
  const reasons = [...verdict.reasons];
  return applicationClient('POST Applications/{id}/return', { params, body: { key, version, reasons, note } });
}
