import { BadgeCheck } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { CertifyDialog } from './certify-dialog.tsx';
import { useReadiness } from './queries.ts';

export interface Graduate {
  affiliateId: number;
  name: string;
  packageId: string;
}

/** Shown to a student's instructor and to staff until the card is issued. */
export function CertifyButton({ graduate, onDone }: { graduate: Graduate; onDone: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data: readiness } = useReadiness(graduate);
  if (readiness === undefined || readiness.certified !== null || readiness.levelID === null || readiness.isRevoked)
    return null;
  return (
    <>
      <Button kind={readiness.isReady ? 'filled' : 'outlined'} onClick={() => setIsOpen(true)}>
        <BadgeCheck size={18} aria-hidden="true" />
        <FormattedMessage id="certifications.certify.action" />
      </Button>
      {isOpen && <CertifyDialog graduate={graduate} onClose={() => setIsOpen(false)} onDone={onDone} />}
    </>
  );
}
