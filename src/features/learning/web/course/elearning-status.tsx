import { clsx } from 'clsx';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { Button, buttonClass } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import type { Elearning } from '#features/learning/shared/course-contract.ts';
import { learningClient } from '#features/learning/web/client.ts';
import { formatPercent } from '#features/learning/web/format.ts';
import { RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { coursePath, getLearnerId } from '#features/learning/web/learner-paths.ts';
import { refreshLearning, useElearning } from '#features/learning/web/queries.ts';
import { showToast } from '#ui/overlays/toast-store.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';

export function ElearningStatus() {
  return (
    <section className="my-6" aria-live="polite">
      <QueryView query={useElearning(true)} skeleton={<RowsSkeleton rows={1} />} isCard>
        {(elearning) => <StatusCallout elearning={elearning} />}
      </QueryView>
    </section>
  );
}

function StatusCallout({ elearning }: { elearning: Elearning }) {
  switch (elearning.state) {
    case 'unable':
      return <UnavailableCallout elearning={elearning} />;
    case 'preparing':
      return <PreparingCallout percent={elearning.percent} />;
    case 'failed':
      return (
        <Callout kind="alert">
          <p>
            <FormattedMessage id="learning.elearning.failed" />
          </p>
          <RetryButton packageId={elearning.packageId} />
        </Callout>
      );
    case 'ready':
      return (
        <Callout>
          <p>
            <FormattedMessage id="learning.elearning.ready" />
          </p>
          <Link className={clsx(buttonClass({ kind: 'outlined' }), 'mt-3')} to={coursePath(elearning.packageId)}>
            <FormattedMessage id="learning.elearning.open" />
          </Link>
        </Callout>
      );
  }
}

function UnavailableCallout({ elearning: { packageId, memberNumber, storeNumber } }: { elearning: Elearning }) {
  const whom = memberNumber !== null ? 'member' : storeNumber !== null ? 'store' : 'nobody';
  return (
    <Callout kind="alert">
      <p>
        <b>
          <FormattedMessage id="learning.elearning.unable" />
        </b>
      </p>
      <p>
        <FormattedMessage
          id={`learning.elearning.contact_${whom}`}
          values={{ number: String(memberNumber ?? storeNumber ?? '') }}
        />
      </p>
      <RetryButton packageId={packageId} />
    </Callout>
  );
}

function RetryButton({ packageId }: { packageId: string }) {
  const intl = useIntl();
  const retry = useMutation({
    mutationFn: () =>
      learningClient('POST v2/courses/enroll/{extraData}', {
        params: { extraData: packageId },
        query: { affiliateId: getLearnerId() },
      }),
    onSuccess: refreshLearning,
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
  });
  return (
    <Button kind="outlined" className="mt-3" isBusy={retry.isPending} onClick={() => retry.mutate()}>
      <FormattedMessage id="learning.elearning.again" />
    </Button>
  );
}

function PreparingCallout({ percent }: { percent: number }) {
  const intl = useIntl();
  const id = useId();
  return (
    <Callout kind="wait">
      <p id={id}>
        <b>
          <FormattedMessage id="learning.elearning.preparing" />
        </b>{' '}
        <span className="num">{formatPercent(intl, percent)}</span>
      </p>
      <p className="mb-3">
        <FormattedMessage id="learning.elearning.preparing_text" />
      </p>
      <ProgressBar percent={percent} labelledBy={id} />
    </Callout>
  );
}
