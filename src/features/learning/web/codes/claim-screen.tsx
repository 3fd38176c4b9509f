import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Button, buttonClass } from '#ui/buttons/button.tsx';
import { CardDrawing } from '#ui/drawings/card-drawing.tsx';
import { LifeRingDrawing } from '#ui/drawings/life-ring-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { AccessCode } from '#features/learning/shared/codes-contract.ts';
import { codeClient } from '#features/learning/web/client.ts';
import { coursePath } from '#features/learning/shared/player-paths.ts';
import { refreshLearning } from '#features/learning/web/queries.ts';
import { getCodeErrorMessageId } from './code-error-message.ts';
import { useRedeem } from './use-redeem.tsx';

/** Target of the link in a share email: claims the code, then offers to redeem it. */
export function ClaimScreen() {
  const intl = useIntl();
  const { token = '' } = useParams();
  const [claimed, setClaimed] = useState<AccessCode | null>(null);
  const [isExpired, setIsExpired] = useState(false);
  const link = useQuery({
    // The key is separate from other learning queries, so refreshing those does not refetch a link that is already
    // claimed.
    queryKey: ['claim', token],
    queryFn: () => codeClient('GET {token}', { params: { token } }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
  const { isBusy, run } = useClaimAction();
  if (claimed !== null) return <ClaimedCode code={claimed} />;
  const { error } = link;
  if (isExpired || (error instanceof ApiError && [400, 404].includes(error.status))) return <LinkExpired />;
  const claim = async () => setClaimed(await codeClient('POST {token}/claim', { params: { token } }));
  return (
    <QueryView
      query={link}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'learning.loading' })} className="grid gap-4">
          <Skeleton height={40} width="60%" />
          <Skeleton height={160} />
        </SkeletonGroup>
      }
      isCard
    >
      {({ certificationName, from }) => (
        <ClaimMessage
          title={<FormattedMessage id="learning.claim.title" values={{ course: <bdi>{certificationName}</bdi> }} />}
          text={<FormattedMessage id="learning.claim.text" values={{ from: <bdi>{from}</bdi> }} />}
        >
          <Button isBusy={isBusy} onClick={() => void run(claim, { 'learning.link_over': () => setIsExpired(true) })}>
            <FormattedMessage id="learning.claim.take" />
          </Button>
        </ClaimMessage>
      )}
    </QueryView>
  );
}

function ClaimedCode({ code: { couponCode, certificationName, packageId } }: { code: AccessCode }) {
  const navigate = useNavigate();
  const { redeem, dialog } = useRedeem();
  const { isBusy, run } = useClaimAction();
  useTitleFocus();
  useEffect(refreshLearning, []);
  // Club codes are redeemed when they are claimed.
  const goToCourse = () => void navigate(coursePath(packageId));
  return (
    <ClaimMessage
      title={<FormattedMessage id="learning.claim.taken" values={{ course: <bdi>{certificationName}</bdi> }} />}
      text={<FormattedMessage id="learning.claim.taken_text" />}
    >
      <Button isBusy={isBusy} onClick={() => void run(() => redeem(couponCode), { '225': goToCourse })}>
        <FormattedMessage id="learning.claim.redeem" />
      </Button>
      <Link className={buttonClass({ kind: 'quiet' })} to="/training/dashboard">
        <FormattedMessage id="learning.claim.later" />
      </Link>
      {dialog}
    </ClaimMessage>
  );
}

function LinkExpired() {
  useTitleFocus();
  return (
    <EmptyState
      level={1}
      drawing={<LifeRingDrawing />}
      title={<FormattedMessage id="learning.claim.over" />}
      text={<FormattedMessage id="learning.claim.over_text" />}
      action={
        <Link className={buttonClass({ kind: 'outlined' })} to="/training/dashboard">
          <FormattedMessage id="learning.to_dashboard" />
        </Link>
      }
    />
  );
}

function ClaimMessage({ title, text, children }: { title: ReactNode; text: ReactNode; children: ReactNode }) {
  return (
    <EmptyState
      level={1}
      drawing={<CardDrawing />}
      title={title}
      text={text}
      action={<div className="flex flex-wrap justify-center gap-3">{children}</div>}
    />
  );
}

/** Moves the focus to the new headline, because the focused button is gone. */
function useTitleFocus(): void {
  useEffect(() => document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true }), []);
}

/** Runs one action at a time. `otherwise` handles errors by code; others are shown as a toast. */
function useClaimAction() {
  const intl = useIntl();
  const [isBusy, setIsBusy] = useState(false);
  return {
    isBusy,
    async run(work: () => Promise<void>, errorHandlers: Record<string, () => void>): Promise<void> {
      setIsBusy(true);
      try {
        await work();
      } catch (error) {
        const code = error instanceof ApiError ? error.code : '';
        if (errorHandlers[code]) errorHandlers[code]();
        else {
          const id = error instanceof ApiError ? getCodeErrorMessageId(error) : 'GeneralError';
          showToast({ text: intl.formatMessage({ id }) });
        }
      }
      setIsBusy(false);
    },
  };
}
