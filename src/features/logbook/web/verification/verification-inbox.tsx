import { BadgeCheck } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useSearchParams } from 'react-router';
import { LoadMoreButton } from '#platform/web/client/load-more-button.tsx';
import { loadPages } from '#platform/web/client/load-pages.ts';
import { useShownRows } from '#platform/web/client/use-shown-rows.ts';
import { useIsWide } from '#platform/web/hooks/use-is-wide.ts';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import type { WaitingLog } from '#features/logbook/shared/contract.ts';
import type { useLogsToVerify } from '#features/logbook/web/queries.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { useVerifyLogs } from './use-decisions.ts';
import { VerificationDetail } from './verification-detail.tsx';
import { WaitingClassCard } from './waiting-class-card.tsx';
import { groupIntoClasses, type WaitingClass } from './waiting-classes.ts';
import { FloatBar } from '#ui/layout/float-bar.tsx';

/** The number of dives that are rendered at a time. */
const shownStep = 25;

interface VerificationInboxProps {
  /** The loaded dives. */
  waiting: readonly WaitingLog[];
  query: ReturnType<typeof useLogsToVerify>;
}

/** Pending dives by class; on wide screens with the open dive beside them. */
export function VerificationInbox({ waiting, query }: VerificationInboxProps) {
  const isWide = useIsWide();
  const [params] = useSearchParams();
  const total = query.data?.pages.at(-1)?.total ?? waiting.length;
  const rows = useShownRows(shownStep, { ...query, loaded: waiting.length, total });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setIsAsking] = useState(false);
  const verify = useVerifyLogs();
  // Decided or withdrawn dives can no longer be selected.
  const selected = waiting.filter(({ id }) => chosen.has(id));
  const open = isWide ? (waiting.find(({ id }) => id === params.get('log')) ?? waiting[0]) : undefined;
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((former) => (isChosen ? former.union(new Set(ids)) : former.difference(new Set(ids))));
  const selectedClasses = new Map(groupIntoClasses(selected).map(({ key, logs }) => [key, logs.length]));
  /** Loads the rest of the class too, because its checkbox stands for all of it. */
  const chooseClass = async (group: WaitingClass, isChosen: boolean) => {
    const findIds = (data = query.data) => {
      const classes = groupIntoClasses(data?.pages.flatMap(({ items }) => items) ?? []);
      return classes.find(({ key }) => key === group.key)?.logs.map(({ id }) => id) ?? [];
    };
    choose(findIds(), isChosen);
    if (isChosen) choose(findIds(await loadPages(query, (data) => findIds(data).length >= group.size)), true);
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
        {groupIntoClasses(waiting.slice(0, rows.limit)).map((group) => (
          <WaitingClassCard
            key={group.key}
            group={group}
            chosen={chosen}
            chosenCount={selectedClasses.get(group.key) ?? 0}
            openId={open?.id ?? null}
            isWide={isWide}
            onChoose={choose}
            onChooseClass={(isChosen) => void chooseClass(group, isChosen)}
          />
        ))}
        <LoadMoreButton query={rows} rowSelector="[data-part=class-dive]" />
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
