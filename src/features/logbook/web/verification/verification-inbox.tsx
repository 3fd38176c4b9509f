import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useSearchParams } from 'react-router';
import { useIsWide } from '#platform/web/hooks/use-is-wide.ts';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import type { WaitingLog } from '#features/logbook/shared/contract.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { useVerifyLogs } from './use-decisions.ts';
import { VerificationDetail } from './verification-detail.tsx';
import { WaitingClassCard } from './waiting-class-card.tsx';
import { groupIntoClasses } from './waiting-classes.ts';
import { FloatBar } from '#ui/layout/float-bar.tsx';

/** Pending dives by class; on wide screens with the open dive beside them. */
export function VerificationInbox({ waiting }: { waiting: readonly WaitingLog[] }) {
  const isWide = useIsWide();
  const [query] = useSearchParams();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setIsAsking] = useState(false);
  const verify = useVerifyLogs();
  // Decided or withdrawn dives can no longer be selected.
  const selected = waiting.filter(({ id }) => chosen.has(id));
  const open = isWide ? (waiting.find(({ id }) => id === query.get('log')) ?? waiting[0]) : undefined;
  const choose = (ids: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const id of ids)
      if (isChosen) next.add(id);
      else next.delete(id);
    setChosen(next);
  };
  const deviating = selected.filter(({ deviations }) => deviations.length > 0);
  const standard = selected.filter(({ deviations }) => deviations.length === 0);
  const send = (logs: readonly WaitingLog[], reason?: string) => {
    setIsAsking(false);
    setChosen(new Set(selected.filter((log) => !logs.includes(log)).map(({ id }) => id)));
    verify.mutate({ logs, ...(reason !== undefined && { reason }) }, { onError: () => setChosen(chosen) });
  };
  const verifySelected = () => (deviating.length > 0 ? setIsAsking(true) : send(selected));
  return (
    <div className="grid grid-cols-1 gap-6 items-start xl:grid-cols-[minmax(0,1fr)_440px]">
      <div className="grid grid-cols-1 gap-4 min-w-0">
        {groupIntoClasses(waiting).map((group) => (
          <WaitingClassCard
            key={group.key}
            group={group}
            chosen={chosen}
            openId={open?.id ?? null}
            isWide={isWide}
            onChoose={choose}
          />
        ))}
        <FloatBar isEmpty={selected.length === 0}>
          <p aria-live="polite">
            {selected.length > 0 && <FormattedMessage id="logbook.inbox.chosen" values={{ count: selected.length }} />}
          </p>
          {selected.length > 0 && (
            <>
              <LinkButton onClick={() => setChosen(new Set())}>
                <FormattedMessage id="logbook.inbox.clear" />
              </LinkButton>
              <Button className="ms-auto" isBusy={verify.isPending} onClick={verifySelected}>
                <BadgeCheck size={18} aria-hidden="true" />
                <FormattedMessage id="logbook.inbox.verify_chosen" values={{ count: selected.length }} />
              </Button>
            </>
          )}
        </FloatBar>
      </div>
      {isAsking && (
        <ReasonDialog
          dives={deviating}
          others={standard.length}
          onVerify={(reason) => send(selected, reason)}
          onVerifyOthers={() => send(standard)}
          onClose={() => setIsAsking(false)}
        />
      )}
      {open && <VerificationDetail key={open.id} id={open.id} isQuiet={selected.length > 0} />}
    </div>
  );
}
