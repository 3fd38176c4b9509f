import './dsd.css';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { failureText } from '../../../platform/web/failure-text.ts';
import { useFailureWords } from '../../../platform/web/failure-words.ts';
import { useChild } from '../../../platform/web/person-switch.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { PageHead } from '../../../ui/page.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import { isNotYet, NotYet } from './not-yet.tsx';
import { dsd } from './client.ts';
import { refreshDsd, useCheckpoint, useDiver } from './queries.ts';

interface Numbers {
  storeNumber: number | null;
  memberNumber: number | null;
}
/** How a dive center or an instructor is found; `initial` is looked up at once. */
type ProfessionalField = (field: { initial: Numbers; onChange: (named: Numbers | null) => void }) => ReactNode;

/** Who takes one diving: seen by name before it is said. */
export function ConfirmAffiliationScreen({ professional }: { professional: ProfessionalField }) {
  const intl = useIntl();
  const navigate = useNavigate();
  const words = useFailureWords();
  const { affiliateId, search } = useDiver();
  const child = useChild()?.firstName;
  const { data: checkpoint, isFetching, isError, refetch } = useCheckpoint();
  const [named, setNamed] = useState<Numbers | null>(null);
  const confirm = useMutation({
    mutationFn: ({ storeNumber, memberNumber }: Numbers) =>
      dsd('PUT UpdateCheckPoint', {
        body: { affiliateId, store_number: storeNumber, member_number: memberNumber, status: 'forms' },
      }),
    onSuccess: async () => {
      await refreshDsd();
      await navigate(`/training/medical-form${search}`);
    },
  });
  if (isNotYet(confirm.error)) return <NotYet error={confirm.error} />;
  return (
    <div className="dsd-page narrow">
      <PageHead
        eyebrow={<FormattedMessage id="dsd.name" />}
        title={
          child === undefined ? (
            <FormattedMessage id="dsd.confirm.title" />
          ) : (
            <FormattedMessage id="dsd.confirm.title_child" values={{ name: <bdi>{child}</bdi> }} />
          )
        }
        text={<FormattedMessage id="dsd.confirm.text" />}
      />
      {checkpoint ? (
        <>
          <Card>
            {professional({
              initial: { storeNumber: checkpoint.store_number, memberNumber: checkpoint.member_number },
              onChange: (next) => {
                setNamed(next);
                confirm.reset();
              },
            })}
          </Card>
          <div>
            <FormAlert
              problem={confirm.isError ? failureText(intl, confirm.error) : undefined}
              refusals={confirm.failureCount}
            />
            {named !== null && (
              <div className="dsd-actions">
                <Button isBusy={confirm.isPending || confirm.isSuccess} onClick={() => confirm.mutate(named)}>
                  <FormattedMessage id="dsd.confirm.go" />
                </Button>
                <span className="text-sm text-ink-2">
                  <FormattedMessage id="dsd.confirm.reads" />
                </span>
              </div>
            )}
          </div>
        </>
      ) : isError ? (
        <ErrorState isCard {...words} isBusy={isFetching} onRefresh={() => void refetch()} />
      ) : (
        <SkeletonGroup label={intl.formatMessage({ id: 'dsd.loading' })}>
          <Skeleton height={200} />
        </SkeletonGroup>
      )}
    </div>
  );
}
