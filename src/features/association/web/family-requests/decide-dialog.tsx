import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { ReasonDialog } from '#features/association/web/reason-dialog.tsx';
import { showOtherDecision, useDecideRequest } from './queries.ts';

interface DecideDialogProps {
  title: ReactNode;
  text?: ReactNode;
  sendLabel: ReactNode;
  /** Whom the decision is about, as the audit log names them. */
  subject?: string;
  /** The request has left the queue. */
  isGone?: boolean;
  decide: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Every decision about a family needs a reason, which is audited. */
export function DecideDialog(props: DecideDialogProps) {
  const { title, text, sendLabel, subject, isGone = false, decide, onClose } = props;
  const intl = useIntl();
  const decision = useDecideRequest(onClose);
  // The clerk's own decision also removes the request, and then its response closes the dialog.
  const isDecidedByOther = isGone && !decision.isPending && !decision.isSuccess;
  const closeDecided = useEffectEvent(() => {
    if (subject !== undefined) void showOtherDecision(intl, subject);
    onClose();
  });
  useEffect(() => {
    if (isDecidedByOther) closeDecided();
  }, [isDecidedByOther]);
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
      onSend={(reason) => decision.mutate({ decide: () => decide(reason), subject })}
      onClose={onClose}
    />
  );
}
