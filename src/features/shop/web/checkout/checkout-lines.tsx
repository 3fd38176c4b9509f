import { CircleAlert, Tag } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { PageSection } from '#ui/layout/page.tsx';
import type { Basket } from '#features/shop/shared/contract.ts';
import { LineProblem } from '#features/shop/web/line-problem.tsx';
import { LineText } from '#features/shop/web/line-text.tsx';
import { sumQuantity } from '#features/shop/web/basket/use-product-lines.ts';
import { basketPath } from '#features/shop/web/catalogue/product-query.ts';
import { rowText, Rows } from '#ui/lists/row.tsx';
import { clsx } from 'clsx';

export function CheckoutLines({ basket: { lines, codes, currency } }: { basket: Basket }) {
  return (
    <PageSection
      title={
        <>
          <FormattedMessage id="shop.checkout.lines" />{' '}
          <span className="num text-sm font-text text-ink-2">
            <FormattedMessage id="shop.basket.count" values={{ count: sumQuantity(lines) }} />
          </span>
        </>
      }
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
            {line.problem !== null && (
              <Problem>
                <LineProblem line={line} />
              </Problem>
            )}
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
      {code.problem !== null && (
        <Problem>
          <FormattedMessage id={`error.${code.problem}`} />
        </Problem>
      )}
    </li>
  );
}

function Problem({ children }: { children: ReactNode }) {
  return (
    <p className="flex text-sm gap-2 -mt-2 mb-4 text-coral">
      <CircleAlert className="mt-0.75" size={16} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
