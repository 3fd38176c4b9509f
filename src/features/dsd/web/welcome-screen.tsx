import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Card } from '#ui/layout/card.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { DiverDrawing } from '#ui/drawings/diver-drawing.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import {
  canRestart,
  isOtherProfessional,
  parseLinkedProfessionals,
  normalizeStatus,
} from '#features/dsd/shared/rules.ts';
import { dsdClient } from './client.ts';
import { isNotEligible, NotEligible, type BirthdateFormSlot } from './not-eligible.tsx';
import { refreshDsd, useCheckpoint, useDiver } from './queries.ts';
import { ProgramSteps } from './program-steps.tsx';
import { DiverSwitch } from './diver-switch.tsx';
import { type AddChildSlot, NewChild } from './new-child.tsx';

interface WelcomeScreenProps {
  birthdateForm: BirthdateFormSlot;
  addChild: AddChildSlot;
}

export function WelcomeScreen({ birthdateForm, addChild }: WelcomeScreenProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [openedAt] = useState(() => new Date());
  const named = parseLinkedProfessionals(search);
  const { affiliateId, search: whose } = useDiver();
  const { data: checkpoint } = useCheckpoint();
  const start = useMutation({
    mutationFn: () =>
      dsdClient('POST CreateCheckPoint', {
        body: { affiliateId, store_number: named.store, member_number: named.member, status: 'affiliation' },
      }),
    onSuccess: async () => {
      await refreshDsd();
      // The link's store is dropped, because another one can be chosen on that page.
      await navigate(`/dsd/confirm-affiliation${whose}`);
    },
  });
  if (isNotEligible(start.error))
    return <NotEligible error={start.error} birthdateForm={birthdateForm} onRetry={() => start.mutate()} />;
  const isOpen = checkpoint && normalizeStatus(checkpoint) !== 'welcome' && !canRestart(checkpoint, openedAt);
  const hasOther = isOpen && isOtherProfessional(checkpoint, named);
  return (
    <div className="grid *:min-w-0 gap-8">
      <Card className="flex flex-wrap items-center gap-y-5 gap-x-10">
        <DiverDrawing className="w-40 h-auto flex-none" />
        <div className="grid flex-[1_1_300px] gap-5 min-w-0">
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
          <DiverSwitch />
          <NewChild addChild={addChild} />
          <div>
            <FormAlert
              problem={start.isError ? formatErrorMessage(intl, start.error) : undefined}
              failureCount={start.failureCount}
            />
            <div className="flex flex-wrap items-center gap-y-3 gap-x-5">
              <Button isBusy={start.isPending || start.isSuccess} onClick={() => start.mutate()}>
                <FormattedMessage id="dsd.welcome.begin" />
              </Button>
              <span className="text-sm text-ink-2">
                <FormattedMessage id="dsd.welcome.age" />
              </span>
            </div>
          </div>
        </div>
      </Card>
      <ProgramSteps />
    </div>
  );
}
