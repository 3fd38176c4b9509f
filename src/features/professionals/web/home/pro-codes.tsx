import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatMoney, type Money } from '#platform/web/i18n/format-money.ts';
import { classNames } from '#ui/styles/class-names.ts';
import { Stat } from '#ui/display/stat.tsx';
import { type SectionQuery, ProSection } from './pro-section.tsx';

export interface HomeCodes {
  free: number;
  given: number;
  /** The credit of a store; null for a professional. */
  credit: Money | null;
}

/** The codes to assign, and the credit to buy more. */
export function ProCodes({ query }: { query: SectionQuery<HomeCodes> }) {
  const intl = useIntl();
  const isStore = (query.data?.credit ?? null) !== null;
  return (
    <ProSection
      title={isStore ? 'professionals.home.credit' : 'professionals.home.codes'}
      query={query}
      rows={1}
      isEmpty={({ free, given, credit }) => credit === null && free + given === 0}
      empty="professionals.home.codes_empty"
      end={
        <Link to={isStore ? '/training/shop/credit' : '/training/dashboard'}>
          <FormattedMessage id={isStore ? 'professionals.home.to_credit' : 'professionals.home.to_codes'} />
        </Link>
      }
    >
      {({ free, given, credit }) => (
        <div className={classNames('card pad pro-stats', isStore && 'with-credit')}>
          {credit !== null && (
            <Stat
              size="mid"
              value={formatMoney(intl, credit)}
              label={<FormattedMessage id="professionals.home.available" />}
            />
          )}
          <Stat
            size="mid"
            value={intl.formatNumber(free)}
            label={<FormattedMessage id="professionals.home.codes_free" values={{ count: free }} />}
          />
          <Stat
            size="mid"
            value={intl.formatNumber(given)}
            label={<FormattedMessage id="professionals.home.codes_given" values={{ count: given }} />}
          />
        </div>
      )}
    </ProSection>
  );
}
