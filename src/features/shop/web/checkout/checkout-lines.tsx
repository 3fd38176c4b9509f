import { CircleAlert, Tag } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { PageSection } from '#ui/layout/page.tsx';
import type { Basket } from '#features/shop/shared/contract.ts';
import { LineText } from '#features/shop/web/line-text.tsx';
import { basketPath } from '#features/shop/web/catalogue/product-query.ts';

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
      <ul className="rows card px-5">
        {lines.map((line) => (
          <li key={line.lineId} className="line-row">
            <div className="row">
              <LineText line={line} currency={currency} />
            </div>
            {line.problem !== null && <Problem id={`error.${line.problem}`} />}
          </li>
        ))}
        {codes.map((code) => (
          <CodeRow key={code.code} code={code} currency={currency} />
        ))}
      </ul>
    </PageSection>
  );
}

function CodeRow({ code, currency }: { code: Basket['codes'][number]; currency: string }) {
  const intl = useIntl();
  return (
    <li className="line-row">
      <div className="row">
        <Tag size={18} aria-hidden="true" className="text-ink-2" />
        <span className="grow">
          <b className="ltr num">{code.code}</b>
          {code.isClub && (
            <span>
              <FormattedMessage id="shop.line.club_code" />
            </span>
          )}
        </span>
        {code.problem === null && (
          <span className="line-price num">{formatMoney(intl, { minor: -code.savedMinor, currency })}</span>
        )}
      </div>
      {code.problem !== null && <Problem id={`error.${code.problem}`} />}
    </li>
  );
}

function Problem({ id }: { id: string }) {
  return (
    <p className="line-problem">
      <CircleAlert size={16} aria-hidden="true" />
      <FormattedMessage id={id} />
    </p>
  );
}
