import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { RadioCards } from '#ui/fields/radio-cards.tsx';
import type { Packet } from '#features/forms/shared/contract.ts';
import { formClient } from '#features/forms/web/client.ts';
import { fillFormPath } from '#features/forms/web/paths.ts';
import { draftPath } from '#features/forms/web/queries.ts';

/** The store or instructor that a form names. */
interface SelectedProfessional {
  storeNumber: number | null;
  memberNumber: number | null;
}
export type ProfessionalField = (field: { onChange: (named: SelectedProfessional | null) => void }) => ReactNode;

export interface StartFormDialogProps {
  professional: ProfessionalField;
  /** The child whose form it is; null for the user's own. */
  forChild: { affiliateId: number; name: string | null } | null;
  onClose: () => void;
}

export function StartFormDialog({ professional, forChild, onClose }: StartFormDialogProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const [packet, setPacket] = useState<Packet>('medical');
  const [named, setNamed] = useState<SelectedProfessional | null>(null);
  const [errorCount, setErrorCount] = useState(0);
  const start = useMutation({
    mutationFn: () =>
      formClient('POST Drafts', {
        body: {
          packet,
          ...(forChild && { affiliateId: forChild.affiliateId }),
          ...(packet === 'course' && named),
        },
      }),
    onSuccess: ({ id }) => navigate(forChild ? fillFormPath(id, forChild.affiliateId) : draftPath(id)),
    onError: () => setErrorCount((count) => count + 1),
  });
  // Discover Scuba Diving has its own start page, which asks for the store and opens the forms.
  const picks: readonly Packet[] = forChild ? ['medical', 'course'] : ['medical', 'dsd', 'course'];
  const isNamed = packet !== 'course' || named !== null;
  const problem = start.isError
    ? formatErrorMessage(intl, start.error)
    : errorCount > 0 && !isNamed && intl.formatMessage({ id: 'forms.start.nobody' });
  const go = () => {
    if (packet === 'dsd') void navigate('/dsd');
    else if (isNamed) start.mutate();
    else setErrorCount((count) => count + 1);
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={
        forChild?.name ? (
          <FormattedMessage id="forms.start.title_child" values={{ name: <bdi>{forChild.name}</bdi> }} />
        ) : (
          <FormattedMessage id="forms.start.title" />
        )
      }
      actions={
        <>
          <Button kind="outlined" onClick={onClose}>
            <FormattedMessage id="forms.start.cancel" />
          </Button>
          <Button isBusy={start.isPending} onClick={go}>
            <FormattedMessage id="forms.start.go" />
          </Button>
        </>
      }
    >
      <FormAlert problem={problem} failureCount={errorCount} />
      <RadioCards
        label={<FormattedMessage id="forms.start.kinds" />}
        picks={picks.map((value) => ({
          value,
          title: <FormattedMessage id={`forms.start.kind.${value}`} />,
          text: <FormattedMessage id={`forms.start.kind.${value}_text`} />,
        }))}
        value={packet}
        onPick={(next) => {
          setPacket(next);
          setErrorCount(0);
          start.reset();
        }}
      />
      {packet === 'course' && <div className="mt-5">{professional({ onChange: setNamed })}</div>}
    </Dialog>
  );
}
