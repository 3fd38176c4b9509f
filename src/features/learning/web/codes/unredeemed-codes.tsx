import { lazy, Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Rows } from '#ui/lists/row.tsx';
import { ApiError } from '#platform/web/client/client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { AccessCode } from '#features/learning/shared/codes-contract.ts';
import { formatDay } from '#platform/shared/format-day.ts';
import { QuerySection } from '#features/learning/web/query-section.tsx';
import { useUnredeemedCodes } from '#features/learning/web/queries.ts';
import { getCodeErrorMessageId } from './code-error-message.ts';
import { useRedeem } from './use-redeem.tsx';

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }));
const StoreDialog = lazy(async () => ({ default: (await import('./store-dialog.tsx')).StoreDialog }));

export function UnredeemedCodes() {
  return (
    <QuerySection title="learning.codes.title" query={useUnredeemedCodes()} isEmpty={(list) => list.length === 0}>
      {(list) => (
        <Rows>
          {list.map((code) => (
            <CodeItem key={code.couponCode} code={code} />
          ))}
        </Rows>
      )}
    </QuerySection>
  );
}

function CodeItem({ code }: { code: AccessCode }) {
  const intl = useIntl();
  const { redeem, dialog } = useRedeem();
  const [isBusy, setIsBusy] = useState(false);
  const [open, setOpen] = useState<'share' | 'store' | null>(null);
  const { couponCode, certificationName, expiresDate } = code;
  const close = () => setOpen(null);
  const press = async () => {
    setIsBusy(true);
    try {
      await redeem(couponCode);
    } catch (error) {
      showToast({
        text: intl.formatMessage({ id: error instanceof ApiError ? getCodeErrorMessageId(error) : 'GeneralError' }),
      });
    }
    setIsBusy(false);
  };
  return (
    <li className="grid py-4">
      <b dir="auto">{certificationName}</b>
      <span className="num ltr justify-self-start text-ink-2">{couponCode}</span>
      {expiresDate !== null && (
        <span className="text-sm text-ink-2">
          <FormattedMessage id="learning.codes.until" values={{ date: formatDay(intl, expiresDate, 'long') }} />
        </span>
      )}
      <div className="mt-2 flex flex-wrap gap-1">
        <Button kind="outlined" isBusy={isBusy} onClick={() => void press()} aria-label={named('redeem')}>
          <FormattedMessage id="learning.code.redeem" />
        </Button>
        <Button kind="quiet" onClick={() => setOpen('share')} aria-label={named('share')}>
          <FormattedMessage id="learning.codes.share" />
        </Button>
        <Button kind="quiet" onClick={() => setOpen('store')} aria-label={named('store')}>
          <FormattedMessage id="learning.codes.store" />
        </Button>
      </div>
      {dialog}
      <Suspense>
        {open === 'share' && <ShareDialog code={code} onClose={close} />}
        {open === 'store' && <StoreDialog code={code} onClose={close} />}
      </Suspense>
    </li>
  );

  /** Accessible names include the code, because the visible labels are the same for every code. */
  function named(action: 'redeem' | 'share' | 'store'): string {
    return intl.formatMessage({ id: `learning.codes.${action}_named` }, { code: couponCode });
  }
}
