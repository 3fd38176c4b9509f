import { clsx } from 'clsx';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { ConfirmHost } from '#features/account/web/second-factor/confirm-host.tsx';
import { useUser } from '#features/account/web/session/session.ts';
import { useAnnouncement, useUnreadCount } from '#features/notifications/web/unread-store.ts';
import { Tour } from '#features/tour/web/tour.tsx';
import { TourLink } from '#features/tour/web/tour-link.tsx';
import { whenUsed } from '#platform/web/hooks/when-used.ts';
import { SkipLink } from '#ui/navigation/skip-link.tsx';
import { ToastRegion } from '#ui/overlays/toast.tsx';
import { Banners } from './banners.tsx';
import { deskSlot } from './desk-slot.ts';
import { EmailVerification } from './email-verification.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { NavGroups } from './nav-groups.tsx';
import { BottomNav } from './bottom-nav.tsx';
import { usePageChange } from './use-page-change.ts';
import { useSearchShortcut } from './use-search-shortcut.ts';
import { PageMain } from '#ui/layout/page-main.tsx';

// Drawers are loaded when they are first opened, so they are not part of the first screen.
const NotificationsDrawer = lazy(async () => ({
  default: await (await import('./load-notifications-drawer.tsx')).loadNotificationsDrawer(),
}));
const MenuDrawer = lazy(async () => ({ default: (await import('./menu-drawer.tsx')).MenuDrawer }));

/** The page shows the current state; later changes are not part of the first screen. */
async function loadLiveUpdates() {
  await whenUsed();
  return Promise.all([
    import('#features/account/web/session/watch-session.ts'),
    import('#features/notifications/web/watch-notifications.ts'),
  ]);
}

export function Shell() {
  const intl = useIntl();
  const [open, setOpen] = useState<'notifications' | 'menu' | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const Desk = useLocation().pathname.startsWith('/desk/') ? deskSlot.Frame : null;
  const user = useUser();
  const affiliateId = user.affiliate_id;
  usePageChange();
  useSearchShortcut();
  useEffect(() => void loadLiveUpdates().then(([{ watchSession }]) => watchSession()), []);
  useEffect(() => {
    const watching = loadLiveUpdates().then(([, { watchNotifications }]) => watchNotifications(affiliateId));
    return () => void watching.then((stop) => stop());
  }, [affiliateId]);
  const unread = useUnreadCount();
  const announcement = useAnnouncement();
  const show = (drawer: 'notifications' | 'menu') => {
    setWasOpened(true);
    setOpen(drawer);
  };
  const close = () => setOpen(null);
  return (
    <>
      <SkipLink label={intl.formatMessage({ id: 'shell.skip' })} />
      <Header
        user={user}
        unread={unread}
        onBell={() => show('notifications')}
        desk={Desk && <Desk part="header" onMenu={() => show('menu')} />}
      />
      <Banners />
      <div
        className={clsx(
          'print:block! lg:not-has-[[data-bleed]]:grid',
          Desk
            ? 'lg:grid-cols-[232px_minmax(0,1fr)] xl:grid-cols-[224px_minmax(0,1fr)]'
            : 'lg:grid-cols-[var(--side)_minmax(0,1fr)]',
        )}
        data-part="frame"
        data-no-bottom-nav={Desk ? '' : undefined}
      >
        <nav
          data-part="sidebar"
          className={clsx(
            'print:hidden! sticky top-header hidden h-[calc(100dvh-var(--header)-var(--tour))] overflow-y-auto pe-3 lg:[[data-part=frame]:not(:has([data-bleed]))_&]:block',
            Desk ? 'border-e border-line py-4 ps-7' : 'py-6',
          )}
          aria-label={intl.formatMessage({ id: 'shell.nav.label' })}
        >
          {Desk ? <Desk part="nav" place="desk" /> : <NavGroups place="sidebar" />}
        </nav>
        <PageMain id="main" tabIndex={-1}>
          <Outlet />
          <Footer>
            <TourLink email={user.email} />
          </Footer>
        </PageMain>
      </div>
      {Desk === null && <BottomNav onMenu={() => show('menu')} />}
      <ConfirmHost />
      <ToastRegion
        label={intl.formatMessage({ id: 'shell.toasts' })}
        closeLabel={intl.formatMessage({ id: 'shell.close' })}
      />
      {/* Always rendered, because screen readers announce only changes inside a live region. The data attribute keeps
          React Aria from hiding it while a drawer is open. */}
      <div className="vh" aria-live="polite" data-live-announcer="true">
        {announcement && (
          <p key={announcement.id}>{intl.formatMessage({ id: 'shell.news' }, { name: announcement.name })}</p>
        )}
      </div>
      {wasOpened && (
        <Suspense>
          <NotificationsDrawer isOpen={open === 'notifications'} onClose={close} />
          <MenuDrawer
            isOpen={open === 'menu'}
            onClose={close}
            desk={Desk && <Desk part="nav" place="drawer" onChoose={close} />}
          />
        </Suspense>
      )}
      <EmailVerification />
      <Tour email={user.email} />
      {/* The first location of every document has the key `default`, so its scroll position is stored by path. */}
      <ScrollRestoration getKey={({ key, pathname }) => (key === 'default' ? pathname : key)} />
    </>
  );
}
