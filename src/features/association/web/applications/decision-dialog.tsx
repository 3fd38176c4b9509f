import type { Application } from '#features/applications/shared/application.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { RejectApplicationDialog } from './reject-application-dialog.tsx';
import { ReturnDialog } from './return-dialog.tsx';
import type { ApplicationDecision } from './use-decisions.ts';

export type OpenDialog = 'return' | 'reject' | 'keys';

interface DecisionDialogProps {
  dialog: OpenDialog;
  application: Application | undefined;
  onDecide: (decision: ApplicationDecision) => void;
  onClose: () => void;
}

export function DecisionDialog({ dialog, application, onDecide, onClose }: DecisionDialogProps) {
  if (dialog === 'keys') return <ShortcutsDialog onClose={onClose} />;
  if (application === undefined) return null;
  return dialog === 'return' ? (
    <ReturnDialog
      application={application}
      onReturn={(reasons, note) => onDecide({ action: 'send_back', reasons, note })}
      onClose={onClose}
    />
  ) : (
    <RejectApplicationDialog
      name={application.applicant.name ?? ''}
      onReject={(note) => onDecide({ action: 'reject', note })}
      onClose={onClose}
    />
  );
}
