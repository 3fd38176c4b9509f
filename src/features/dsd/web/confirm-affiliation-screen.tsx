import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { useCurrentChild } from '#platform/web/session/use-person-switch.tsx';
import { mapQuery } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { getLocalIsoDate } from '#platform/shared/dates.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Field } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { isNotEligible, NotEligible, type BirthdateFormSlot } from './not-eligible.tsx';
import { dsdClient } from './client.ts';
import { refreshDsd, useCheckpoint, useDiver } from './queries.ts';

interface ProfessionalNumbers {
  storeNumber: number | null;
  memberNumber: number | null;
}
/** Renders the lookup of a dive center or instructor, starting with `initial`. */
type ProfessionalField = (field: {
  initial: ProfessionalNumbers;
  onChange: (named: ProfessionalNumbers | null) => void;
}) => ReactNode;

interface ConfirmAffiliationProps {
  professional: ProfessionalField;
  birthdateForm: BirthdateFormSlot;
}

/** The diver sees the name of the store or instructor before confirming it. */
export function ConfirmAffiliationScreen({ professional, birthdateForm }: ConfirmAffiliationProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const { affiliateId, search } = useDiver();
  const child = useCurrentChild()?.firstName;
  const query = mapQuery(useCheckpoint(), (checkpoint) => checkpoint ?? undefined);
  const [named, setNamed] = useState<ProfessionalNumbers | null>(null);
  const [diveDate, setDiveDate] = useState<string | null>(null);
  const confirm = useMutation({
    mutationFn: ({ storeNumber, memberNumber }: ProfessionalNumbers) =>
      dsdClient('PUT UpdateCheckPoint', {
        body: {
          affiliateId,
          store_number: storeNumber,
          member_number: memberNumber,
          status: 'forms',
          ...(diveDate !== null && { dive_date: diveDate === '' ? null : diveDate }),
        },
      }),
    onSuccess: async () => {
      await refreshDsd();
      await navigate(`/training/medical-form${search}`);
    },
  });
  if (isNotEligible(confirm.error))
    return (
      <NotEligible
        error={confirm.error}
        birthdateForm={birthdateForm}
        onRetry={() => named !== null && confirm.mutate(named)}
      />
    );
  return (
    <div className="grid *:min-w-0 gap-6 max-w-180">
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
      <QueryView
        query={query}
        skeleton={
          <SkeletonGroup label={intl.formatMessage({ id: 'dsd.loading' })}>
            <Skeleton height={200} />
          </SkeletonGroup>
        }
        isCard
      >
        {(checkpoint) => (
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
            {named !== null && (
              <Field
                className="max-w-80"
                type="date"
                label={<FormattedMessage id="dsd.confirm.date" />}
                optional={<FormattedMessage id="dsd.confirm.optional" />}
                value={diveDate ?? checkpoint.dive_date ?? ''}
                min={getLocalIsoDate()}
                onChange={(event) => setDiveDate(event.target.value)}
              />
            )}
            <div>
              <FormAlert
                problem={confirm.isError ? formatErrorMessage(intl, confirm.error) : undefined}
                failureCount={confirm.failureCount}
              />
              {named !== null && (
                <div className="flex flex-wrap items-center gap-y-3 gap-x-5">
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
        )}
      </QueryView>
    </div>
  );
}
