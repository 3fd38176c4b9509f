import { FormattedMessage, useIntl } from 'react-intl';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { PageSection } from '#ui/layout/page.tsx';
import { Row, DividedList } from '#ui/lists/row.tsx';
import type { ClubPage } from '#features/club/shared/contract.ts';
import { formatPrice } from './club-format.ts';
import { formatDayRange } from '#platform/shared/format-day.ts';

/** Past periods, newest first, with price and savings. */
export function ClubHistory({ history }: { history: ClubPage['history'] }) {
  const intl = useIntl();
  if (history.length === 0) return null;
  return (
    <PageSection title={<FormattedMessage id="club.history.title" />}>
      <DividedList>
        {history
          .toSorted((one, other) => other.startsOn.localeCompare(one.startsOn))
          .map(({ kind, startsOn, endsOn, price, saved }) => (
            <Row
              key={startsOn}
              title={<FormattedMessage id={`club.kind.${kind}`} />}
              text={
                <>
                  {formatDayRange(intl, startsOn, endsOn)}
                  {saved.minor > 0 && (
                    <span className="block">
                      <FormattedMessage id="club.history.saved" values={{ saved: formatMoney(intl, saved) }} />
                    </span>
                  )}
                </>
              }
              end={<span className="num">{formatPrice(intl, price)}</span>}
            />
          ))}
      </DividedList>
    </PageSection>
  );
}
