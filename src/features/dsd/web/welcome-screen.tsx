import './dsd.css';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { failureText } from '../../../platform/web/failure-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { DiverDrawing } from '../../../ui/drawings/diver-drawing.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { PageHead } from '../../../ui/page.tsx';
import { isLongProcessed, isOther, namedIn, statusOf } from '../shared/rules.ts';
import { dsd } from './client.ts';
import { isNotYet, NotYet } from './not-yet.tsx';
import { refreshDsd, useCheckpoint, useDiver } from './queries.ts';
import { Steps } from './steps.tsx';
import { WhoDives } from './who-dives.tsx';

/** What the programme is and what comes next. */
export function WelcomeScreen() {
  const intl = useIntl();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [openedAt] = useState(() => new Date());
  const named = namedIn(search);
  const { affiliateId, search: whose } = useDiver();
  const { data: checkpoint } = useCheckpoint();
  const begin = useMutation({
    mutationFn: () =>
      dsd('POST CreateCheckPoint', {
        body: { affiliateId, store_number: named.store, member_number: named.member, status: 'affiliation' },
      }),
    onSuccess: async () => {
      await refreshDsd();
      // Without the store of the link: another one can be chosen there.
      await navigate(`/dsd/confirm-affiliation${whose}`);
    },
  });
  if (isNotYet(begin.error)) return <NotYet error={begin.error} />;
  const isOpen = checkpoint && statusOf(checkpoint) !== 'welcome' && !isLongProcessed(checkpoint, openedAt);
  const hasOther = isOpen && isOther(checkpoint, named);
  return (
    <div className="dsd-page">
      <div className="card pad dsd-head">
        <DiverDrawing />
        <div>
          <PageHead
            eyebrow={<FormattedMessage id="dsd.name" />}
            title={<FormattedMessage id="dsd.welcome.title" />}
            text={<FormattedMessage id="dsd.welcome.text" />}
          />
          {hasOther && (
            <Callout>
              <p>
                <FormattedMessage id="dsd.welcome.other" />
              </p>
              <Link to={`/dsd${whose}`}>
                <FormattedMessage id="dsd.welcome.go_on" />
              </Link>
            </Callout>
          )}
          <WhoDives />
          <div>
            <FormAlert
              problem={begin.isError ? failureText(intl, begin.error) : undefined}
              refusals={begin.failureCount}
            />
            <div className="dsd-actions">
              <Button isBusy={begin.isPending || begin.isSuccess} onClick={() => begin.mutate()}>
                <FormattedMessage id="dsd.welcome.begin" />
              </Button>
              <span className="text-sm text-ink-2">
                <FormattedMessage id="dsd.welcome.age" />
              </span>
            </div>
          </div>
        </div>
      </div>
      <Steps />
    </div>
  );
}
