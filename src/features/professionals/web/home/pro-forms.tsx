import { FormattedMessage, useIntl } from 'react-intl';
import { Card } from '#ui/layout/card.tsx';
import { Link } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { Rows } from '#ui/lists/row.tsx';
import { Stat } from '#ui/display/stat.tsx';
import type { QueryState } from '#platform/web/client/query-state.ts';
import { ProSection, ProRow } from './pro-section.tsx';
import { clearancesPath } from './urgent-task.ts';

export interface HomeForms {
  /** Signed forms that name the reader. */
  signed: number;
  /** Physicians' clearances to confirm. */
  clearances: number;
  /** The forms of students. */
  missing: number;
  physician: number;
  expired: number;
  /** Guests of a first dive who may not dive yet. */
  guests: number;
}

const boardPath = '/pro/class?show=blocked';
const guestsPath = '/training/forms-applications?tab=guests';

/** The number of signed forms, and the open ones of students and guests. */
export function ProForms({ query }: { query: QueryState<HomeForms> }) {
  const intl = useIntl();
  return (
    <ProSection
      title="professionals.home.forms"
      query={query}
      rows={1}
      isEmpty={() => false}
      end={
        <Link to="/training/forms-applications">
          <FormattedMessage id="professionals.home.all_forms" />
        </Link>
      }
    >
      {({ signed, clearances, missing, physician, expired, guests }) => {
        const open = [
          { what: 'missing', count: missing, to: boardPath },
          { what: 'physician', count: physician, to: boardPath },
          { what: 'expired', count: expired, to: boardPath },
          { what: 'guests', count: guests, to: guestsPath },
        ].filter(({ count }) => count > 0);
        const rows = clearances > 0 ? [{ what: 'clearances', count: clearances, to: clearancesPath }, ...open] : open;
        return (
          <>
            <Card className="flex flex-wrap gap-y-4 gap-x-8">
              <Stat
                size="sm"
                value={intl.formatNumber(signed)}
                label={<FormattedMessage id="professionals.home.signed" />}
              />
              <Stat
                size="sm"
                value={intl.formatNumber(open.reduce((sum, { count }) => sum + count, 0))}
                label={<FormattedMessage id="professionals.home.open" />}
              />
            </Card>
            {rows.length > 0 && (
              <div className="mt-3">
                <Rows>
                  {rows.map(({ what, count, to }) => (
                    <ProRow
                      key={what}
                      to={to}
                      title={
                        <FormattedMessage id={`professionals.home.forms_${what}` as MessageId} values={{ count }} />
                      }
                    />
                  ))}
                </Rows>
              </div>
            )}
          </>
        );
      }}
    </ProSection>
  );
}
