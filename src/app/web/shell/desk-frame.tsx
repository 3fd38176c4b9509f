import './desk-frame.css';
import { ChevronDown } from 'lucide-react';
import { Fragment } from 'react';
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl';
import { Link, useLocation } from 'react-router';
import { useQueueCounts } from '#features/association/web/queue-counts.ts';
import { ensureMessages } from '#platform/web/i18n/i18n.tsx';
import { withMessages } from '#platform/web/i18n/use-messages.tsx';
import { withQueries } from '#app/web/with-queries.tsx';
import { deskNavGroups } from './desk-navigation.ts';
import { deskSlot, type DeskFrameProps } from './desk-slot.ts';
import { isCurrentPath } from './nav-link.tsx';

/** Loaded only for the desk's pages. */
export async function loadDeskFrame(): Promise<void> {
  await ensureMessages('association');
  deskSlot.Frame = withMessages(['association'], withQueries(DeskFrame));
}

function DeskFrame(props: DeskFrameProps) {
  return props.part === 'mark' ? <DeskHeader onMenu={props.onMenu} /> : <DeskNav {...props} />;
}

/** The desk's label with today's count of completed tasks. On a phone it opens the navigation. */
function DeskHeader({ onMenu }: { onMenu: () => void }) {
  const intl = useIntl();
  const { data: counts } = useQueueCounts();
  return (
    <>
      <span className="chip only-wide">
        <FormattedMessage id="association.desk" />
      </span>
      <button
        type="button"
        className="desk-menu only-phone"
        aria-haspopup="dialog"
        aria-label={intl.formatMessage({ id: 'association.desk.menu' })}
        onClick={onMenu}
      >
        <span className="chip">
          <FormattedMessage id="association.desk" />
          <ChevronDown size={14} aria-hidden="true" />
        </span>
      </button>
      {counts && (
        <p className="desk-cleared only-wide">
          <FormattedMessage
            id="association.desk.cleared"
            values={{
              count: (
                <b key="count" className="num">
                  <FormattedNumber value={counts.clearedToday} />
                </b>
              ),
            }}
          />
        </p>
      )}
    </>
  );
}

function DeskNav({ onChoose }: { onChoose?: () => void }) {
  const { pathname } = useLocation();
  const { data: counts } = useQueueCounts();
  return deskNavGroups.map(({ name, items }) => (
    <Fragment key={name}>
      <p className="nav-group">
        <FormattedMessage id={`association.nav.${name}`} />
      </p>
      <ul>
        {items.map(({ name: item, icon: Icon, href, count, isExact = false }) => (
          <li key={href}>
            <Link
              to={href}
              aria-current={(isExact ? pathname === href : isCurrentPath(pathname, href)) ? 'page' : undefined}
              onClick={onChoose}
            >
              <Icon
                className={item === 'portal' || item === 'returned' ? 'flip' : ''}
                size={18}
                strokeWidth={1.75}
                aria-hidden="true"
              />
              <FormattedMessage id={`association.nav.${item}`} />
              {counts && count && counts[count] > 0 && (
                <span className="num">
                  <FormattedNumber value={counts[count]} />
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Fragment>
  ));
}
