import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { physicianClient } from '#features/forms/web/client.ts';
import { refreshForms } from '#features/forms/web/queries.ts';
import type { DecisionPanelProps } from './decision-panel-props.ts';
import { ReasonField } from './reason-field.tsx';

/**
 * Shown to those named on a form and to staff when its answers differ from an earlier form that requires a physician.
 */
export function CorrectionPanel({ record, formData, onDecided }: DecisionPanelProps) {
  const intl = useIntl();
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const accept = useMutation({
    mutationFn: () => physicianClient('POST Records/{id}/correction', { params: { id: record.id }, body: { reason } }),
    onSuccess: () => {
      showToast({ text: intl.formatMessage({ id: 'forms.correction.done' }) });
      onDecided?.();
    },
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
    onSettled: refreshForms,
  });
  if (formData.correctionOf === null) return null;
  const name = <bdi>{record.diverName}</bdi>;
  return (
    <PageSection title={<FormattedMessage id="forms.correction.title" />}>
      <form
        noValidate
        className="card p-5 lg:p-6 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() === '') setIsMissing(true);
          else if (!accept.isPending) accept.mutate();
        }}
      >
        <p className="text-ink-2">
          <FormattedMessage id="forms.correction.text" values={{ name }} />
        </p>
        <p>
          <Link to={`/training/forms-applications/${formData.correctionOf.documentId}`}>
            <FormattedMessage id="forms.correction.earlier" />
          </Link>
        </p>
        <ReasonField
          value={reason}
          onChange={(text) => {
            setReason(text);
            setIsMissing(false);
          }}
          isMissing={isMissing}
        />
        <div>
          <Button type="submit" isBusy={accept.isPending}>
            <FormattedMessage id="forms.correction.accept" />
          </Button>
        </div>
      </form>
    </PageSection>
  );
}
