import './codes.css';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { Chip, type ChipStatus } from '#ui/display/chip.tsx';
import { CopyButton } from '#ui/buttons/copy-button.tsx';
import type { HeldCode } from '#features/learning/shared/codes-contract.ts';
import { formatDate } from '#features/learning/web/format.ts';

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
    <li className="row code-row">
      <span className="grow">
        <b>
          <bdi>{certificationName}</bdi>
        </b>
        <span>
          <span className="num ltr">{couponCode}</span>
          {stateDate !== null && ` · ${formatDate(intl, stateDate)}`}
        </span>
      </span>
      <Chip status={chips[state]} hasIcon={state !== 'free'}>
        <FormattedMessage id={`learning.held.${state}`} />
      </Chip>
      {state === 'free' && (
        <>
          <CopyButton
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
