import type { ComponentType } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Card } from '#ui/layout/card.tsx';
import { Rows } from '#ui/lists/row.tsx';
import { Link, useParams } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageColumns, PageHead, PageSection } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { PaymentRequest } from '#features/shop/shared/payment-request-contract.ts';
import { LineText } from '#features/shop/web/line-text.tsx';
import { formatDay } from '#platform/shared/format-day.ts';
import { orderPath } from '#features/shop/web/orders/queries.ts';
import { Totals } from '#features/shop/web/totals.tsx';
import { DecideRequest } from './decide-request.tsx';
import { useRequest } from './queries.ts';
import { WithdrawRequest } from './withdraw-request.tsx';
import { TaskAside } from '#ui/layout/task-bar.tsx';

export type BillingPromptType = ComponentType<{ needsBirthdate: boolean; onSaved: () => void }>;

/** A minor's payment request, as seen by the minor and by the guardians. */
export function RequestScreen({ BillingPrompt }: { BillingPrompt: BillingPromptType }) {
  const intl = useIntl();
  const { requestId = '' } = useParams();
  const query = useRequest(requestId);
  return (
    <QueryView
      query={query}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'shop.request.loading' })}>
          <Skeleton height={320} />
        </SkeletonGroup>
      }
      renderError={(error) => error instanceof ApiError && [400, 404].includes(error.status) && <RequestNotFound />}
      renderFrame={(state) => (
        <>
          <PageHead title={<FormattedMessage id="shop.request.page" />} />
          <div className="mt-6">{state}</div>
        </>
      )}
    >
      {(request) => <RequestBody request={request} BillingPrompt={BillingPrompt} reload={() => void query.refetch()} />}
    </QueryView>
  );
}

interface RequestBodyProps {
  request: PaymentRequest;
  BillingPrompt: BillingPromptType;
  reload: () => void;
}

function RequestBody({ request, BillingPrompt, reload }: RequestBodyProps) {
  const intl = useIntl();
  const { role, state, child, basket, decidedBy, isOwnApproval, createdDate, expiresDate } = request;
  const values = { child: <bdi>{child}</bdi>, guardian: <bdi>{decidedBy ?? ''}</bdi> };
  const isUnpaid = state === 'open' || state === 'approved';
  const needsMore = request.needsBirthdate || basket.country === '';
  const isOthersApproval = role === 'guardian' && state === 'approved' && !isOwnApproval;
  return (
    <>
      <PageHead
        title={<FormattedMessage id={`shop.request.title_${role}`} values={values} />}
        text={
          <FormattedMessage
            id={state === 'open' ? 'shop.request.dates_open' : 'shop.request.dates'}
            values={{ date: formatDay(intl, createdDate, 'long'), until: formatDay(intl, expiresDate, 'long') }}
          />
        }
      />
      <PageColumns className="mt-6">
        <PageSection title={<FormattedMessage id={`shop.request.lines_${role}`} values={values} />}>
          <Rows>
            {basket.lines.map((line) => (
              <li key={line.lineId}>
                <div className="flex min-w-0 items-start gap-4 py-4">
                  <LineText line={line} currency={basket.currency} recipient={role === 'guardian' ? child : null} />
                </div>
                {line.problem !== null && (
                  <p className="text-sm">
                    <FormattedMessage id={`error.${line.problem}`} />
                  </p>
                )}
              </li>
            ))}
          </Rows>
        </PageSection>
        <TaskAside>
          <Card>
            <Totals sums={basket} />
          </Card>
          {role === 'guardian' && <ChangedPrice request={request} />}
          {isOthersApproval && (
            <Callout kind="wait">
              <FormattedMessage id="shop.request.approved_by_other" values={values} />
            </Callout>
          )}
          {state !== 'open' && !(role === 'guardian' && state === 'approved') && (
            <Callout kind={state === 'approved' ? 'wait' : 'note'}>
              <FormattedMessage id={`shop.request.state_${state}`} values={values} />
            </Callout>
          )}
          {role === 'minor' && isUnpaid && <WithdrawRequest request={request} />}
          {role === 'guardian' && isUnpaid && needsMore && (
            <BillingPrompt needsBirthdate={request.needsBirthdate} onSaved={reload} />
          )}
          {role === 'guardian' && isUnpaid && !needsMore && <DecideRequest request={request} reload={reload} />}
          {request.orderId !== null && state === 'paid' && (
            <Link className={buttonClass({ kind: 'outlined', isWide: true })} to={orderPath(request.orderId)}>
              <FormattedMessage id="shop.request.to_order" />
            </Link>
          )}
        </TaskAside>
      </PageColumns>
    </>
  );
}

/** The guardian pays current prices, so a difference from what the child saw is shown. */
function ChangedPrice({ request: { state, basket, askedCurrency, askedTotalMinor } }: { request: PaymentRequest }) {
  const intl = useIntl();
  const isSame = basket.currency === askedCurrency && basket.totalMinor === askedTotalMinor;
  if (isSame || (state !== 'open' && state !== 'approved')) return null;
  return (
    <Callout>
      <FormattedMessage
        id="shop.request.price_changed"
        values={{
          before: formatMoney(intl, { minor: askedTotalMinor, currency: askedCurrency }),
          now: formatMoney(intl, { minor: basket.totalMinor, currency: basket.currency }),
        }}
      />
    </Callout>
  );
}

function RequestNotFound() {
  return (
    <EmptyState
      level={1}
      drawing={<CompassDrawing />}
      title={<FormattedMessage id="error.shop.no_request" />}
      text={<FormattedMessage id="shop.request.none_text" />}
      action={
        <Link className={buttonClass({ kind: 'outlined' })} to="/training/shop">
          <FormattedMessage id="shop.orders.to_shop" />
        </Link>
      }
    />
  );
}
