import { FormattedMessage } from 'react-intl';
import { ReasonDialog } from '#features/association/web/reason-dialog.tsx';

interface RejectApplicationDialogProps {
  name: string;
  onReject: (note: string) => void;
  onClose: () => void;
}

/** Final: the applicant sees the reason and can start a new application. */
export function RejectApplicationDialog({ name, onReject, onClose }: RejectApplicationDialogProps) {
  return (
    <ReasonDialog
      title={<FormattedMessage id="association.decline.title" values={{ name: <bdi>{name}</bdi> }} />}
      hint={<FormattedMessage id="association.decline.hint" />}
      missing={<FormattedMessage id="association.decline.missing" />}
      maxLength={1000}
      sendLabel={<FormattedMessage id="association.decline.send" />}
      onSend={onReject}
      onClose={onClose}
    />
  );
}
