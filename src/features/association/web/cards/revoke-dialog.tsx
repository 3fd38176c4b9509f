import { FormattedMessage } from 'react-intl';
import type { FoundCard } from '#features/association/shared/contract.ts';
import { ReasonDialog } from '#features/association/web/reason-dialog.tsx';

interface RevokeDialogProps {
  card: FoundCard;
  isBusy: boolean;
  problem: string | null;
  onRevoke: (reason: string) => void;
  onClose: () => void;
}

/** Cannot be undone: everyone who checks the card sees it immediately. */
export function RevokeDialog({ card, isBusy, problem, onRevoke, onClose }: RevokeDialogProps) {
  return (
    <ReasonDialog
      title={
        <FormattedMessage
          id="association.card.revoke_title"
          values={{ level: card.name, name: <bdi key="name">{card.holder}</bdi> }}
        />
      }
      text={<FormattedMessage id="association.card.revoke_text" />}
      hint={<FormattedMessage id="association.card.reason_hint" />}
      missing={<FormattedMessage id="association.card.reason_missing" />}
      maxLength={500}
      sendLabel={<FormattedMessage id="association.card.revoke" />}
      isBusy={isBusy}
      problem={problem}
      onSend={onRevoke}
      onClose={onClose}
    />
  );
}
