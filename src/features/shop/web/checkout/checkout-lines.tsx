import { CircleAlert, Tag } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { PageSection } from '#ui/layout/page.tsx';
import type { Basket } from '#features/shop/shared/contract.ts';
import { LineText } from '#features/shop/web/line-text.tsx';
import { basketPath } from '#features/shop/web/catalogue/product-query.ts';
import { rowText, Rows } from '#ui/lists/row.tsx';
import { clsx } from 'clsx';

export function CheckoutLines({ basket: { lines, codes, currency } }: { basket: Basket }) {
  return (
    <PageSection
      title={<FormattedMessage id="shop.checkout.lines" />}
      end={
        <Link to={basketPath}>
          <FormattedMessage id="shop.checkout.change_basket" />
        </Link>
      }
    >
      <Rows>
        {lines.map((line) => (
          <li key={line.lineId}>
            <div className="flex min-w-0 items-start gap-4 py-4">
              <LineText line={line} currency={currency} />
            </div>
            {line.problem !== null && <Problem id={`error.${line.problem}`} />}
          </li>
        ))}
        {codes.map((code) => (
          <CodeRow key={code.code} code={code} currency={currency} />
        ))}
      </Rows>
    </PageSection>
  );
}

function CodeRow({ code, currency }: { code: Basket['codes'][number]; currency: string }) {
  const intl = useIntl();
  return (
    <li>
      <div className="flex min-w-0 items-start gap-4 py-4">
        <Tag size={18} aria-hidden="true" className="text-ink-2 mt-1" />
        <span className={clsx(rowText, 'flex-1')}>
          <b className="ltr num">{code.code}</b>
          {code.isClub && (
            <span>
              <FormattedMessage id="shop.line.club_code" />
            </span>
          )}
        </span>
        {code.problem === null && (
          <span className="num grid justify-items-end flex-none whitespace-nowrap">
            {formatMoney(intl, { minor: -code.savedMinor, currency })}
          </span>
        )}
      </div>
      {code.problem !== null && <Problem id={`error.${code.problem}`} />}
    </li>
  );
}

function Problem({ id }: { id: MessageId }) {
  return (
    <p className="flex text-sm gap-2 -mt-2 mb-4 text-coral">
      <CircleAlert className="mt-0.75" size={16} aria-hidden="true" />
      <FormattedMessage id={id} />
    </p>
  );
}
