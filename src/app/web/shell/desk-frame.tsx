import { clsx } from 'clsx';
import { ChevronDown } from '#ui/icons/icons.ts';
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl';
import { Link, useLocation } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { maxTotal } from '#features/applications/shared/max-total.ts';
import { useDeskUpdates } from '#features/association/web/use-desk-updates.ts';
import { useQueueCounts } from '#features/association/web/queue-counts.ts';
import { ensureMessages } from '#platform/web/i18n/i18n.tsx';
import { withMessages } from '#platform/web/i18n/use-messages.tsx';
import { deskNavGroups } from './desk-navigation.ts';
import { deskSlot, type DeskFrameProps } from './desk-slot.ts';
import { NavGroups } from './nav-groups.tsx';
import { isCurrentPath } from './navigation.ts';
import { NavList, navIconClass, navLinkClass, type NavPlace } from './nav-list.tsx';

/** Loaded only for the desk's pages. */
export async function loadDeskFrame(): Promise<void> {
  await ensureMessages('association');
  deskSlot.Frame = withMessages(['association'], DeskFrame);
}

function DeskFrame(props: DeskFrameProps) {
  return props.part === 'header' ? <DeskHeader onMenu={props.onMenu} /> : <DeskNav {...props} />;
}

const deskLabel =
  'inline-flex min-h-[26px] items-center gap-[5px] rounded-full border border-transparent bg-sunken text-xs font-strong text-ink-2 forced-colors:border-current';

/** The desk's label with today's count of completed tasks. On a phone it opens the navigation. */
function DeskHeader({ onMenu }: { onMenu: () => void }) {
  const intl = useIntl();
  // The header is part of every page of the desk.
  useDeskUpdates();
  const { data: counts } = useQueueCounts();
  return (
    <>
      <span className={clsx(deskLabel, 'only-wide px-[9px] whitespace-nowrap')}>
        <FormattedMessage id="association.desk" />
      </span>
      <button
        type="button"
        className="only-phone min-h-tap min-w-0"
        aria-haspopup="dialog"
        aria-label={intl.formatMessage({ id: 'association.desk.menu' })}
        onClick={onMenu}
      >
        {/* Long translations wrap to two lines in a narrow header. */}
        <span className={clsx(deskLabel, 'ps-2 pe-2.5 text-start')}>
          <FormattedMessage id="association.desk" />
          <ChevronDown size={14} aria-hidden="true" />
        </span>
      </button>
      {counts && (
        <p className="only-wide ms-auto text-sm text-ink-2">
          <FormattedMessage
            id="association.desk.cleared"
            values={{
              count: (
                <b key="count" className="num text-ink">
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

function DeskNav({ place, onChoose }: { place: NavPlace; onChoose?: () => void }) {
  const { pathname } = useLocation();
  const { data: counts } = useQueueCounts();
  const groups = deskNavGroups.map(({ name, items }) => (
    <NavList key={name} place={place} label={<FormattedMessage id={`association.nav.${name}` as MessageId} />}>
      {items.map(({ name: item, icon: Icon, href, count, isExact = false }) => {
        const isCurrent = isExact ? pathname === href : isCurrentPath(pathname, href);
        return (
          <li key={href}>
            <Link
              className={navLinkClass(place, isCurrent)}
              to={href}
              aria-current={isCurrent ? 'page' : undefined}
              onClick={onChoose}
            >
              <Icon
                className={clsx(navIconClass(place, isCurrent), item === 'returned' && 'flip')}
                size={18}
                strokeWidth={1.75}
                aria-hidden="true"
              />
              <FormattedMessage id={`association.nav.${item}` as MessageId} />
              {counts && count && counts[count] > 0 && (
                <span className="num ms-auto flex-none whitespace-nowrap font-text text-(length:--t-xs) text-ink-3">
                  <FormattedNumber value={counts[count]} />
                  {counts[count] >= maxTotal && '+'}
                </span>
              )}
            </Link>
          </li>
        );
      })}
    </NavList>
  ));
  return (
    <>
      {groups}
      <NavGroups isDesk place={place} onChoose={onChoose} />
    </>
  );
}
