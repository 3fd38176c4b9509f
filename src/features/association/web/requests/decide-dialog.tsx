import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { failureText } from '../../../../platform/web/failure-text.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { useDecision } from './request-queries.ts';

interface DecideDialogProps {
  title: ReactNode;
  text?: ReactNode;
  sendLabel: ReactNode;
  decide: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Every decision about a family needs a reason, which goes into the audit trail. */
export function DecideDialog({ title, text, sendLabel, decide, onClose }: DecideDialogProps) {
  const intl = useIntl();
  const decision = useDecision(onClose);
  return (
    <ReasonDialog
      title={title}
      text={text}
      hint={<FormattedMessage id="association.request.reason_hint" />}
      missing={<FormattedMessage id="association.request.reason_missing" />}
      maxLength={500}
      sendLabel={sendLabel}
      isBusy={decision.isPending}
      problem={decision.isError && failureText(intl, decision.error)}
      onSend={(reason) => decision.mutate(() => decide(reason))}
      onClose={onClose}
    />
  );
}
