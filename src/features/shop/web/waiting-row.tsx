import { CloudOff, CloudUpload, Trash2 } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { moneyText } from '../../../platform/web/money.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { dropAddition } from './additions.ts';
import { LineFrame } from './basket-row.tsx';
import type { Addition } from './unsent.ts';

/** Something on its way into the basket. */
export function WaitingRow({ addition, isLate }: { addition: Addition; isLate: boolean }) {
  const intl = useIntl();
  const { lineId, name, unitMinor, quantity, currency } = addition;
  const Icon = isLate ? CloudOff : CloudUpload;
  return (
    <LineFrame
      line={addition}
      notes={
        <span>
          <Icon size={16} aria-hidden="true" />
          <FormattedMessage id={isLate ? 'shop.basket.waits' : 'shop.basket.sending'} />
        </span>
      }
      price={
        <>
          <b>{moneyText(intl, { minor: unitMinor * quantity, currency })}</b>
          {quantity > 1 && (
            <span>
              <FormattedMessage
                id="shop.basket.times"
                values={{ count: quantity, price: moneyText(intl, { minor: unitMinor, currency }) }}
              />
            </span>
          )}
        </>
      }
    >
      {isLate && (
        <IconButton
          label={intl.formatMessage({ id: 'shop.basket.remove' }, { name })}
          onClick={() => dropAddition(lineId)}
        >
          <Trash2 size={20} aria-hidden="true" />
        </IconButton>
      )}
    </LineFrame>
  );
}
