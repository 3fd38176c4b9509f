import { Copy } from '#ui/icons/icons.ts';
import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { OrderLine } from '#features/shop/shared/order-contract.ts';

/** Renders the action beside a code. Sending a code belongs to the learning feature. */
export type RenderCodeAction = (code: string, courseName: string) => ReactNode;

const collapsedCount = 5;

export function OrderCodes({ line: { codes, name }, forCode }: { line: OrderLine; forCode: RenderCodeAction }) {
  const intl = useIntl();
  const [isExpanded, setIsExpanded] = useState(false);
  const shown = isExpanded ? codes : codes.slice(0, collapsedCount);
  const copy = async (text: string, count: number) => {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    showToast({
      text: intl.formatMessage({ id: isCopied ? 'shop.order.copied' : 'shop.club.not_copied' }, { count }),
    });
  };
  return (
    <>
      <p className="text-sm text-ink-2">
        <FormattedMessage id="shop.order.codes_text" values={{ count: codes.length }} />
      </p>
      <ul className="w-full border border-line rounded-box" data-part="codes">
        {shown.map((code) => (
          <li
            className="flex flex-wrap items-center gap-y-0 gap-x-2 min-h-14 ps-4 pe-2 not-first:border-t not-first:border-line *:nth-3:ms-auto"
            key={code}
          >
            <b className="num ltr">{code}</b>
            <IconButton
              label={intl.formatMessage({ id: 'shop.order.copy_named' }, { code })}
              onClick={() => void copy(code, 1)}
            >
              <Copy size={18} aria-hidden="true" />
            </IconButton>
            {forCode(code, name)}
          </li>
        ))}
      </ul>
      {codes.length > 1 && (
        <div className="flex flex-wrap gap-2">
          {shown.length < codes.length && (
            <Button kind="quiet" onClick={() => setIsExpanded(true)}>
              <FormattedMessage id="shop.order.codes_all" values={{ count: codes.length }} />
            </Button>
          )}
          <Button kind="quiet" onClick={() => void copy(codes.join('\n'), codes.length)}>
            <Copy size={18} aria-hidden="true" />
            <FormattedMessage id="shop.order.copy_all" />
          </Button>
        </div>
      )}
    </>
  );
}
