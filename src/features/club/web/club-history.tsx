import { FormattedMessage, useIntl } from 'react-intl';
import { moneyText } from '../../../platform/web/money.ts';
import { PageSection } from '../../../ui/page.tsx';
import { Row } from '../../../ui/row.tsx';
import type { ClubPage } from '../shared/contract.ts';
import { priceText, spanText } from './club-words.ts';

/** The years so far, the latest first: what each cost and what it gave. */
export function ClubHistory({ history }: { history: ClubPage['history'] }) {
  const intl = useIntl();
  if (history.length === 0) return null;
  return (
    <PageSection title={<FormattedMessage id="club.history.title" />}>
      <ul className="rows">
        {history
          .toSorted((one, other) => other.startsOn.localeCompare(one.startsOn))
          .map(({ kind, startsOn, endsOn, price, saved }) => (
            <Row
              key={startsOn}
              title={<FormattedMessage id={`club.kind.${kind}`} />}
              text={
                <>
                  {spanText(intl, startsOn, endsOn)}
                  {saved.minor > 0 && (
                    <span className="block">
                      <FormattedMessage id="club.history.saved" values={{ saved: moneyText(intl, saved) }} />
                    </span>
                  )}
                </>
              }
              end={<span className="num">{priceText(intl, price)}</span>}
            />
          ))}
      </ul>
    </PageSection>
  );
}
