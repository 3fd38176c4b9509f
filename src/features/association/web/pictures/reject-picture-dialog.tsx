import { FormattedMessage, useIntl } from 'react-intl';
import type { PictureKind } from './picture-kinds.ts';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ReasonDialog } from '#features/association/web/reason-dialog.tsx';

interface RejectPictureDialogProps {
  kind: PictureKind;
  name: string;
  isBusy: boolean;
  problem: MessageId | null;
  onReject: (reason: string) => void;
  onClose: () => void;
}

export function RejectPictureDialog({ kind, name, isBusy, problem, onReject, onClose }: RejectPictureDialogProps) {
  const intl = useIntl();
  return (
    <ReasonDialog
      title={<FormattedMessage id={kind.messageId('why')} values={{ name: <bdi>{name}</bdi> }} />}
      presets={kind.reasons.map((choice) => ({
        label: <FormattedMessage id={`association.reject.${choice}.label` as MessageId} />,
        text: intl.formatMessage({ id: `association.reject.${choice}.text` as MessageId }),
      }))}
      hint={<FormattedMessage id={kind.messageId('why_hint')} />}
      missing={<FormattedMessage id="association.reject.missing" />}
      maxLength={500}
      sendLabel={<FormattedMessage id={kind.messageId('send')} />}
      isBusy={isBusy}
      problem={problem && <FormattedMessage id={problem} />}
      onSend={onReject}
      onClose={onClose}
    />
  );
}
