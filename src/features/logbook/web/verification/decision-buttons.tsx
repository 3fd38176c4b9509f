import { BadgeCheck, Undo2 } from '#ui/icons/icons.ts';
import { lazy, Suspense, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useNavigate } from 'react-router';
import { useIsWide } from '#platform/web/hooks/use-is-wide.ts';
import { Button } from '#ui/buttons/button.tsx';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import { findNextInQueue, useReturnLog, useVerifyLogs } from './use-decisions.ts';

const ReasonDialog = lazy(async () => ({ default: (await import('./reason-dialog.tsx')).ReasonDialog }));
const ReturnDialog = lazy(async () => ({ default: (await import('./return-dialog.tsx')).ReturnDialog }));

interface DecisionButtonsProps {
  log: DiveLog;
  isQuiet?: boolean;
  className?: string;
}

/** The instructor's decision on a dive; the queue then moves to the next one. */
export function DecisionButtons({ log, isQuiet = false, className }: DecisionButtonsProps) {
  const [asks, setAsks] = useState<'return' | 'reason' | null>(null);
  const verify = useVerifyLogs();
  const returnLog = useReturnLog();
  const moveOn = useGoToNext(log.id);
  const isBusy = verify.isPending || returnLog.isPending;
  const close = () => setAsks(null);
  const verifyNow = (reason?: string) => {
    close();
    moveOn();
    verify.mutate({ logs: [log], ...(reason !== undefined && { reason }) });
  };
  return (
    <>
      <Button className={className} kind="outlined" isBusy={isBusy} onClick={() => setAsks('return')}>
        <Undo2 size={18} aria-hidden="true" className="flip" />
        <FormattedMessage id="logbook.inbox.return" />
      </Button>
      <Button
        className={className}
        kind={isQuiet ? 'outlined' : 'filled'}
        isBusy={isBusy}
        onClick={() => (log.deviations.length > 0 ? setAsks('reason') : verifyNow())}
      >
        <BadgeCheck size={18} aria-hidden="true" />
        <FormattedMessage id={log.deviations.length > 0 ? 'logbook.inbox.verify_reason' : 'logbook.inbox.verify'} />
      </Button>
      <Suspense>
        {asks === 'reason' && (
          <ReasonDialog dives={[log]} others={0} onVerify={verifyNow} onVerifyOthers={close} onClose={close} />
        )}
        {asks === 'return' && (
          <ReturnDialog
            log={log}
            onReturn={(reason, fields) => {
              close();
              moveOn();
              returnLog.mutate({ logs: [log], name: log.diver_name, reason, fields });
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

/**
 * Opens the next dive of the queue, beside the list on wide screens, otherwise on its page; after the last, the list.
 */
function useGoToNext(id: string): () => void {
  const navigate = useNavigate();
  const isWide = useIsWide();
  return () => {
    const next = findNextInQueue(id);
    const path = next === undefined || next.id === id ? '/logbook/verification' : getLogPath(next.id, isWide);
    void navigate(path, { preventScrollReset: true, replace: true });
  };
}

const getLogPath = (id: string, isWide: boolean) =>
  isWide ? `/logbook/verification?log=${id}` : `/logbook/dive/${id}`;
