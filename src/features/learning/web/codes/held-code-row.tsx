import { clsx } from 'clsx';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { Chip, type ChipStatus } from '#ui/display/chip.tsx';
import { CopyButton } from '#ui/buttons/copy-button.tsx';
import type { HeldCode } from '#features/learning/shared/codes-contract.ts';
import { formatDay } from '#platform/shared/format-day.ts';
import { rowClass, rowText } from '#ui/lists/row.tsx';

const chips: Record<HeldCode['state'], ChipStatus> = {
  free: 'draft',
  shared: 'pending',
  redeemed: 'verified',
  expired: 'logged',
};

export function HeldCodeRow({ code, onShare }: { code: HeldCode; onShare: () => void }) {
  const intl = useIntl();
  const { couponCode, certificationName, state, stateDate } = code;
  return (
    <li className={clsx(rowClass, 'max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-2')} data-part="code">
      {/* On phones, the actions of a code are below it. */}
      <span className={clsx(rowText, 'flex-1', state === 'free' && 'max-sm:flex-[1_0_100%]')}>
        <b>
          <bdi>{certificationName}</bdi>
        </b>
        <span>
          <span className="num ltr">{couponCode}</span>
          {stateDate !== null && ` · ${formatDay(intl, stateDate, 'long')}`}
        </span>
      </span>
      <Chip status={chips[state]} hasIcon={state !== 'free'}>
        <FormattedMessage id={`learning.held.${state}`} />
      </Chip>
      {state === 'free' && (
        <>
          <CopyButton
            className="max-sm:ms-auto"
            text={couponCode}
            label={intl.formatMessage({ id: 'learning.held.copy' }, { code: couponCode })}
            copied={intl.formatMessage({ id: 'learning.held.copied' })}
            notCopied={intl.formatMessage({ id: 'learning.held.not_copied' })}
          />
          <Button
            kind="outlined"
            onClick={onShare}
            aria-label={intl.formatMessage({ id: 'learning.codes.share_named' }, { code: couponCode })}
          >
            <FormattedMessage id="learning.held.send" />
          </Button>
        </>
      )}
    </li>
  );
}
