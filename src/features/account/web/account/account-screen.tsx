import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { useActingFor } from '#platform/web/session/acting-for.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { AccountState } from '#features/account/shared/security-contract.ts';
import { ActivitySection } from './activity-section.tsx';
import { AccountEmail } from './account-email.tsx';
import { FamilySwitch } from '#features/account/web/family-switch.tsx';
import { useAccount } from './account-queries.ts';
import { DeletionNotice, DeletionSection } from './deletion-section.tsx';
import { DeviceSection } from './device-section.tsx';
import { FamilySection } from './family-section.tsx';
import { ExportSection } from './export-section.tsx';
import { PasskeySection } from './passkey-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { FactorSection } from '#features/account/web/second-factor/factor-section.tsx';

export function AccountScreen() {
  const { affiliateId, isOwn } = useActingFor();
  const query = useAccount(affiliateId);
  const { data } = query;
  return (
    <>
      <FamilySwitch path="/account" />
      <PageHead
        title={
          isOwn || data === undefined ? (
            <FormattedMessage id={isOwn ? 'account.page.own' : 'account.page.other'} />
          ) : (
            <FormattedMessage id="account.page.named" values={{ name: <bdi>{data.firstName}</bdi> }} />
          )
        }
      />
      <QueryView
        query={query}
        skeleton={<AccountSkeleton />}
        renderError={(error) =>
          error instanceof ApiError && [403, 404].includes(error.status) ? (
            <NoAccount />
          ) : (
            <div className="mt-8">
              <LoadFailure isCard query={query} />
            </div>
          )
        }
      >
        {/* Keyed by person, so input for one person isn't left on another's page. */}
        {(account) => <Sections key={affiliateId} account={account} />}
      </QueryView>
    </>
  );
}

function Sections({ account }: { account: AccountState }) {
  return (
    <>
      <div className="mt-6 grid gap-3 empty:hidden">
        {account.relation !== 'self' && (
          <Callout>
            <FormattedMessage
              id="account.page.guardian"
              values={{ name: <bdi className="font-strong">{account.fullName}</bdi> }}
            />
          </Callout>
        )}
        <DeletionNotice account={account} />
      </div>
      <div className="mt-8 grid gap-8">
        <AccountEmail account={account} />
        <PasswordSection account={account} />
        <PasskeySection account={account} />
        <FactorSection account={account} />
        <DeviceSection account={account} />
        <ActivitySection account={account} />
        {account.relation === 'self' && currentToken()?.role !== 'store' && <FamilySection />}
        <ExportSection account={account} />
        <DeletionSection account={account} />
      </div>
    </>
  );
}

function NoAccount() {
  return (
    <div className="mt-8">
      <EmptyState
        isCard
        drawing={<CompassDrawing />}
        title={<FormattedMessage id="account.hidden.title" />}
        text={<FormattedMessage id="account.hidden.text" />}
        action={
          <Link className={buttonClass({ kind: 'outlined' })} to="/account">
            <FormattedMessage id="account.hidden.action" />
          </Link>
        }
      />
    </div>
  );
}

const skeletonHeights = [92, 380, 160, 200];

function AccountSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'account.loading' })} className="mt-8 grid gap-8">
      {skeletonHeights.map((height) => (
        <div key={height} className="grid gap-4 xl:grid-cols-[300px_minmax(0,1fr)] xl:gap-12">
          <Skeleton height={28} width={160} />
          <Skeleton height={height} />
        </div>
      ))}
    </SkeletonGroup>
  );
}
