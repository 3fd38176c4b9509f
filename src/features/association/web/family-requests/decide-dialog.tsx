import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { ReasonDialog } from '#features/association/web/reason-dialog.tsx';
import { useDecideRequest } from './queries.ts';

interface DecideDialogProps {
  title: ReactNode;
  text?: ReactNode;
  sendLabel: ReactNode;
  decide: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Every decision about a family needs a reason, which is audited. */
export function DecideDialog({ title, text, sendLabel, decide, onClose }: DecideDialogProps) {
  const intl = useIntl();
  const decision = useDecideRequest(onClose);
  return (
    <ReasonDialog
      title={title}
      text={text}
      hint={<FormattedMessage id="association.request.reason_hint" />}
      missing={<FormattedMessage id="association.request.reason_missing" />}
      maxLength={500}
      sendLabel={sendLabel}
      isBusy={decision.isPending}
      problem={decision.isError && formatErrorMessage(intl, decision.error)}
      onSend={(reason) => decision.mutate(() => decide(reason))}
      onClose={onClose}
    />
  );
}
