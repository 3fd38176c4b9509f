import { useMutation } from '@tanstack/react-query';
import { Phone } from '#ui/icons/icons.ts';
import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Card } from '#ui/layout/card.tsx';
import { Button, ButtonLink } from '#ui/buttons/button.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { FormRecordData } from '#features/forms/shared/contract.ts';
import { physicianClient } from '#features/forms/web/client.ts';
import { formatDateTime } from '#platform/shared/format-day.ts';
import { refreshForms } from '#features/forms/web/queries.ts';
import type { DecisionPanelProps } from './decision-panel-props.ts';
import { telephoneUrl } from './telephone-url.ts';
import { ReasonField } from './reason-field.tsx';

type Evaluation = FormRecordData['evaluations'][number];

/** Shown to those named on a form and to staff, to confirm or decline a physician's approval. */
export function ClearancePanel({ record, formData, onDecided }: DecisionPanelProps) {
  const pending = formData.evaluations.find(({ confirmation }) => confirmation?.state === 'pending');
  if (!record.isConfirmationPending || pending === undefined) return null;
  return (
    <PageSection title={<FormattedMessage id="forms.confirm.title" />}>
      <Card className="grid gap-5">
        <p className="text-ink-2">
          <FormattedMessage id="forms.confirm.text" values={{ name: <bdi>{record.diverName}</bdi> }} />
        </p>
        <EvaluationDetails evaluation={pending} />
        <ClearanceDecision record={record} evaluation={pending} onDecided={onDecided} />
      </Card>
    </PageSection>
  );
}

function EvaluationDetails({ evaluation }: { evaluation: Evaluation }) {
  const intl = useIntl();
  const { physician, license, clinic, phone, sentTo, decidedDate } = evaluation;
  const facts: readonly [key: string, value: ReactNode][] = [
    ['decision', <FormattedMessage key="decision" id="forms.confirm.approved" />],
    ['physician', physician],
    ['license', license],
    ['clinic', clinic],
    [
      'phone',
      phone && (
        <a key="phone" href={telephoneUrl(phone)} dir="ltr">
          {phone}
        </a>
      ),
    ],
    ['sent_to', sentTo],
    ['responded', formatDateTime(intl, decidedDate)],
  ];
  return (
    <dl className="grid gap-y-3 gap-x-6 grid-cols-[repeat(auto-fill,minmax(220px,1fr))]">
      {facts.map(([key, value]) => (
        <div key={key}>
          <dt className="text-(length:--t-xs) text-ink-2">
            <FormattedMessage id={`forms.confirm.${key}` as MessageId} />
          </dt>
          <dd className="font-title wrap-anywhere">
            {value ? <bdi>{value}</bdi> : <FormattedMessage id="forms.confirm.missing" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type ClearanceDecisionProps = Pick<DecisionPanelProps, 'record' | 'onDecided'> & { evaluation: Evaluation };

function ClearanceDecision({ record: { id, diverName }, evaluation, onDecided }: ClearanceDecisionProps) {
  const intl = useIntl();
  const [isDeclining, setIsDeclining] = useState(false);
  const decide = useMutation({
    mutationFn: (decision: { outcome: 'confirmed' | 'declined'; reason: string }) =>
      physicianClient('POST Records/{id}/confirmation', {
        params: { id },
        body: { evaluationId: evaluation.id, ...decision },
      }),
    onSuccess: (_, { outcome }) => {
      setIsDeclining(false);
      showToast({ text: intl.formatMessage({ id: `forms.confirm.done_${outcome}` }, { name: diverName }) });
      onDecided?.();
      return refreshForms();
    },
    onError: (error) => {
      showToast({ text: formatErrorMessage(intl, error) });
      if (error instanceof ApiError && error.status === 409) void refreshForms();
    },
  });
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3 max-sm:grid">
        <Button
          isBusy={decide.isPending && !isDeclining}
          onClick={() => decide.mutate({ outcome: 'confirmed', reason: '' })}
        >
          <FormattedMessage id="forms.confirm.confirm" />
        </Button>
        {evaluation.phone && (
          <ButtonLink kind="outlined" href={telephoneUrl(evaluation.phone)}>
            <Phone size={18} aria-hidden="true" />
            <FormattedMessage id="forms.confirm.call" />
          </ButtonLink>
        )}
        <Button kind="quiet" onClick={() => setIsDeclining(true)}>
          <FormattedMessage id="forms.confirm.decline" />
        </Button>
      </div>
      <p className="text-sm text-ink-2">
        <FormattedMessage id="forms.confirm.logged" />
      </p>
      {isDeclining && (
        <DeclineDialog
          name={diverName}
          isBusy={decide.isPending}
          onClose={() => setIsDeclining(false)}
          onDecline={(reason) => decide.mutate({ outcome: 'declined', reason })}
        />
      )}
    </div>
  );
}

interface DeclineDialogProps {
  name: string;
  isBusy: boolean;
  onClose: () => void;
  onDecline: (reason: string) => void;
}

function DeclineDialog({ name, isBusy, onClose, onDecline }: DeclineDialogProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  return (
    <FormDialog
      title={<FormattedMessage id="forms.confirm.decline_title" />}
      form={{
        onSubmit: (event) => {
          event.preventDefault();
          if (reason.trim() === '') setIsMissing(true);
          else if (!isBusy) onDecline(reason);
        },
      }}
      className="grid gap-4"
      cancelLabel={<FormattedMessage id="forms.confirm.cancel" />}
      submitLabel={<FormattedMessage id="forms.confirm.decline" />}
      isBusy={isBusy}
      onClose={onClose}
    >
      <p className="text-sm text-ink-2">
        <FormattedMessage id="forms.confirm.decline_text" values={{ name: <bdi>{name}</bdi> }} />
      </p>
      <ReasonField
        hint={<FormattedMessage id="forms.confirm.reason_hint" values={{ name: <bdi>{name}</bdi> }} />}
        value={reason}
        onChange={(text) => {
          setReason(text);
          setIsMissing(false);
        }}
        isMissing={isMissing}
      />
    </FormDialog>
  );
}
