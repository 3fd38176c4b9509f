import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import type { Elearning } from '../shared/course-contract.ts';
import { learning } from './client.ts';
import { percentText } from './learning-words.ts';
import { hasFailed, LoadFailure, RowsSkeleton } from './part.tsx';
import { coursePath, learnerId } from './learner.ts';
import { refreshLearning, useElearning } from './queries.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { failureText } from '../../../platform/web/failure-text.ts';

/** Where the e-learning of a Discover Scuba Diving guest is: on its way, here, or not to be had. */
export function ElearningState() {
  const query = useElearning(true);
  return (
    <section className="mt-6" aria-live="polite">
      {query.data ? (
        <State elearning={query.data} />
      ) : hasFailed(query) ? (
        <LoadFailure query={query} />
      ) : (
        <RowsSkeleton rows={1} />
      )}
    </section>
  );
}

function State({ elearning }: { elearning: Elearning }) {
  switch (elearning.state) {
    case 'unable':
      return <Unable elearning={elearning} />;
    case 'preparing':
      return <Preparing percent={elearning.percent} />;
    case 'failed':
      return (
        <Callout kind="alert">
          <p>
            <FormattedMessage id="learning.elearning.failed" />
          </p>
          <Again packageId={elearning.packageId} />
        </Callout>
      );
    case 'ready':
      return (
        <Callout>
          <p>
            <FormattedMessage id="learning.elearning.ready" />
          </p>
          <Link className={`${buttonClass({ kind: 'outlined' })} mt-3`} to={coursePath(elearning.packageId)}>
            <FormattedMessage id="learning.elearning.open" />
          </Link>
        </Callout>
      );
  }
}

function Unable({ elearning: { packageId, memberNumber, storeNumber } }: { elearning: Elearning }) {
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
      <Again packageId={packageId} />
    </Callout>
  );
}

function Again({ packageId }: { packageId: string }) {
  const intl = useIntl();
  const again = useMutation({
    mutationFn: () =>
      learning('POST v2/courses/enroll/{extraData}', {
        params: { extraData: packageId },
        query: { affiliateId: learnerId() },
      }),
    onSuccess: refreshLearning,
    onError: (error) => showToast({ text: failureText(intl, error) }),
  });
  return (
    <Button kind="outlined" className="mt-3" isBusy={again.isPending} onClick={() => again.mutate()}>
      <FormattedMessage id="learning.elearning.again" />
    </Button>
  );
}

function Preparing({ percent }: { percent: number }) {
  const intl = useIntl();
  const id = useId();
  return (
    <Callout kind="wait">
      <p id={id}>
        <b>
          <FormattedMessage id="learning.elearning.preparing" />
        </b>{' '}
        <span className="num">{percentText(intl, percent)}</span>
      </p>
      <p className="mb-3">
        <FormattedMessage id="learning.elearning.preparing_text" />
      </p>
      <ProgressBar percent={percent} labelledBy={id} />
    </Callout>
  );
}
