import { lazy, Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { Chip } from '#ui/display/chip.tsx';
import type { AccessCode } from '#features/learning/shared/codes-contract.ts';
import { useUnredeemedCodes } from '#features/learning/web/queries.ts';

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }));

/** Shares a code; shows it as gone once it is no longer in the list. */
export function ShareButton({ code }: { code: Pick<AccessCode, 'couponCode' | 'certificationName'> }) {
  const intl = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useUnredeemedCodes();
  const { couponCode } = code;
  // The dialog stays open until it closes itself, because the code leaves the list before that.
  const dialog = isOpen && <ShareDialog code={code} onClose={() => setIsOpen(false)} />;
  if (data !== undefined && !data.some((held) => held.couponCode === couponCode))
    return (
      <>
        <Chip status="logged">
          <FormattedMessage id="learning.codes.gone" />
        </Chip>
        <Suspense>{dialog}</Suspense>
      </>
    );
  return (
    <>
      <Button
        kind="quiet"
        onClick={() => setIsOpen(true)}
        aria-label={intl.formatMessage({ id: 'learning.codes.share_named' }, { code: couponCode })}
      >
        <FormattedMessage id="learning.codes.share" />
      </Button>
      <Suspense>{dialog}</Suspense>
    </>
  );
}
