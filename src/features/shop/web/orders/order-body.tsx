import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { setHasCourses } from '#platform/web/session/has-courses.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { PageColumns, PageHead, PageSection } from '#ui/layout/page.tsx';
import type { Order } from '#features/shop/shared/order-contract.ts';
import { BackToOrdersLink } from './back-to-orders-link.tsx';
import type { RenderCodeAction } from './order-codes.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderNote } from './order-note.tsx';
import { OpenOrder } from './open-order.tsx';
import { formatDay } from '#platform/shared/format-day.ts';
import { usePaymentReturn, type PaymentReturnState } from './use-payment-return.ts';

export function OrderBody({ order, forCode }: { order: Order; forCode: RenderCodeAction }) {
  const returnState = usePaymentReturn(order);
  const hasCourse = order.lines.some(({ kind, isGift, state }) => kind === 'course' && !isGift && state === 'given');
  useEffect(() => {
    if (hasCourse) setHasCourses(true);
  }, [hasCourse]);
  // An unpaid order shows the payment before its lines.
  const isUnpaid = order.state === 'open' && returnState !== 'waiting' && returnState !== 'slow';
  return (
    <>
      <OrderHeader order={order} returnState={returnState} />
      <OrderNote order={order} returnState={returnState} />
      <PageColumns className="mt-6">
        {isUnpaid && (
          <aside className="grid gap-4 xl:order-1">
            <OpenOrder order={order} />
            <OrderFacts order={order} />
          </aside>
        )}
        <PageSection className="mt-0" title={<FormattedMessage id={`shop.order.lines_${order.state}`} />}>
          <OrderLines order={order} forCode={forCode} />
        </PageSection>
        {!isUnpaid && (
          <aside>
            <OrderFacts order={order} />
          </aside>
        )}
      </PageColumns>
    </>
  );
}

/** The thank-you title is shown only until the page is left. */
function OrderHeader({ order, returnState }: { order: Order; returnState: PaymentReturnState }) {
  const intl = useIntl();
  const { number, state, createdDate } = order;
  const title =
    returnState === 'just' ? 'thanks' : returnState === 'waiting' || returnState === 'slow' ? 'waiting' : state;
  const name = currentToken()?.givenName ?? '';
  return (
    <PageHead
      back={<BackToOrdersLink />}
      title={
        <FormattedMessage
          id={`shop.order.title_${title}`}
          values={{ number, name: <bdi>{name}</bdi>, hasName: name === '' ? 'no' : 'yes' }}
        />
      }
      text={
        <FormattedMessage
          id={`shop.order.${title === 'thanks' ? 'thanks_text' : title === 'waiting' ? 'facts' : 'ordered'}`}
          values={{ number: <bdi className="num">{number}</bdi>, date: formatDay(intl, createdDate, 'long') }}
        />
      }
    />
  );
}
