import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatMoney, type Money } from '#platform/web/i18n/format-money.ts';
import { clsx } from 'clsx';
import { Stat } from '#ui/display/stat.tsx';
import type { QueryState } from '#platform/web/client/query-state.ts';
import { ProSection } from './pro-section.tsx';

export interface HomeCodes {
  free: number;
  shared: number;
  /** The credit of a store; null for a professional. */
  credit: Money | null;
}

/** The codes to assign, and the credit to buy more. */
export function ProCodes({ query }: { query: QueryState<HomeCodes> }) {
  const intl = useIntl();
  const isStore = (query.data?.credit ?? null) !== null;
  return (
    <ProSection
      title={isStore ? 'professionals.home.credit' : 'professionals.home.codes'}
      query={query}
      rows={1}
      isEmpty={({ free, shared, credit }) => credit === null && free + shared === 0}
      empty="professionals.home.codes_empty"
      end={
        <Link to={isStore ? '/training/shop/credit' : '/pro/codes'}>
          <FormattedMessage id={isStore ? 'professionals.home.to_credit' : 'professionals.home.to_codes'} />
        </Link>
      }
    >
      {({ free, shared, credit }) => (
        <div className={clsx('card p-5 lg:p-6 flex flex-wrap gap-y-4 gap-x-8', isStore && '*:first:basis-full')}>
          {credit !== null && (
            <Stat
              size="sm"
              value={formatMoney(intl, credit)}
              label={<FormattedMessage id="professionals.home.available" />}
            />
          )}
          <Stat
            size="sm"
            value={intl.formatNumber(free)}
            label={<FormattedMessage id="professionals.home.codes_free" values={{ count: free }} />}
          />
          <Stat
            size="sm"
            value={intl.formatNumber(shared)}
            label={<FormattedMessage id="professionals.home.codes_given" values={{ count: shared }} />}
          />
        </div>
      )}
    </ProSection>
  );
}
