import { CloudOff, CloudUpload, Trash2 } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { removePendingAddition } from './add-to-basket.ts';
import { LineFrame, LineNote } from './basket-row.tsx';
import type { Addition } from './basket-outbox.ts';

export function PendingRow({ addition, isLate }: { addition: Addition; isLate: boolean }) {
  const intl = useIntl();
  const { lineId, name, unitMinor, quantity, currency } = addition;
  return (
    <LineFrame
      line={addition}
      notes={
        <LineNote icon={isLate ? CloudOff : CloudUpload}>
          <FormattedMessage id={isLate ? 'shop.basket.waits' : 'shop.basket.sending'} />
        </LineNote>
      }
      price={
        <>
          <b className="text-md text-ink">{formatMoney(intl, { minor: unitMinor * quantity, currency })}</b>
          {quantity > 1 && (
            <span>
              <FormattedMessage
                id="shop.basket.times"
                values={{ count: quantity, price: formatMoney(intl, { minor: unitMinor, currency }) }}
              />
            </span>
          )}
        </>
      }
    >
      {isLate && (
        <IconButton
          className="ms-auto"
          label={intl.formatMessage({ id: 'shop.basket.remove' }, { name })}
          onClick={() => removePendingAddition(lineId)}
        >
          <Trash2 size={20} aria-hidden="true" />
        </IconButton>
      )}
    </LineFrame>
  );
}
