import { CheckCheck, KeyRound, LogOut, Mail, Trash2, Undo2, UserRound } from '#ui/icons/icons.ts';
import { useRef, useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Drawer } from '#ui/overlays/drawer.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { LinkTabs, TabCount } from '#ui/navigation/link-tabs.tsx';
import { MenuPopover } from '#ui/overlays/menu.tsx';
import type { MenuEntry } from '#ui/overlays/menu.tsx';
import { dialogBody, dialogBox, dialogFoot, menuBox, menuItem } from '#ui/overlays/overlay-classes.tsx';
import { NotificationGroupHeading, NotificationRow } from '#ui/lists/notification-row.tsx';
import { DeskShortcuts, DeskTable } from '#ui/lists/desk-table.tsx';
import type { DeskColumn } from '#ui/lists/desk-table.tsx';
import { Tabs } from '#ui/navigation/tabs.tsx';
import { Toast } from '#ui/overlays/toast.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { GalleryBlock } from './gallery-block.tsx';

const entries: readonly MenuEntry[] = [
  { id: 'profile', label: 'Profile', icon: <UserRound size={20} aria-hidden="true" /> },
  { id: 'account', label: 'Account', icon: <KeyRound size={20} aria-hidden="true" /> },
  { id: 'preferences', label: 'Preferences', icon: <Mail size={20} aria-hidden="true" /> },
  { id: 'sign-out', label: 'Sign out', icon: <LogOut size={20} className="flip" aria-hidden="true" /> },
];

const ignore = () => undefined;

/** Static samples of overlays; the working ones are in OpenedByButtons. */
export function Overlays() {
  return (
    <div className="g3">
      <GalleryBlock title="Dialog">
        <div className={dialogBox}>
          <h3 style={{ fontSize: 'var(--t-lg)', lineHeight: 'var(--l-lg)' }}>Uh Oh!</h3>
          <p className={dialogBody}>
            An error occurred, and we were unable to publish this dive log. It is kept in your drafts.
          </p>
          <div className={dialogFoot}>
            <Button kind="quiet">Close</Button>
            <Button>Try again</Button>
          </div>
        </div>
      </GalleryBlock>
      <GalleryBlock title="Menu">
        <div className={`${menuBox} w-60`}>
          {entries.map((entry, index) => (
            <div key={entry.id} className={menuItem} data-focused={index === 0 ? '' : undefined}>
              {entry.icon}
              <span>{entry.label}</span>
            </div>
          ))}
        </div>
      </GalleryBlock>
      <GalleryBlock title="Toast and callouts">
        <div className="demo">
          <Toast
            text="Dive deleted"
            icon={<Trash2 size={20} aria-hidden="true" />}
            undo={{ label: 'Undo', onUndo: ignore }}
            closeLabel="Close"
            onClose={ignore}
          />
          <Callout>Changes take up to 24 hours to take effect.</Callout>
          <Callout kind="wait">With Tomás Reyes since yesterday.</Callout>
          <Callout kind="alert">The photo exceeds 4.5MB. Please upload a photo with a smaller size.</Callout>
        </div>
      </GalleryBlock>
    </div>
  );
}

const applicants = [
  { id: '1', name: 'Okonkwo, Adaeze', number: '2210 40871', store: 'Kelder Bay 18204', waiting: '9 d' },
  { id: '2', name: 'Brandt, Jonas', number: '2188 09142', store: 'Kelder Bay 18204', waiting: '8 d' },
  { id: '3', name: 'Halvorsen, Ingrid', number: '1977 55310', store: 'Fjordlys 20417', waiting: '7 d' },
];

const columns: readonly DeskColumn<(typeof applicants)[number]>[] = [
  { id: 'name', title: 'Applicant', cell: (item) => <b>{item.name}</b>, isRowHeader: true },
  { id: 'number', title: 'Number', cell: (item) => item.number },
  { id: 'store', title: 'Store', cell: (item) => item.store },
  { id: 'waiting', title: 'Waiting', cell: (item) => item.waiting, isEnd: true },
];

export function Feedback() {
  const [selected, setSelected] = useState('1');
  return (
    <GalleryBlock title="Desk table, tabs, fold">
      <div className="card" style={{ overflowX: 'auto' }}>
        <DeskTable
          label="Queue"
          items={applicants}
          getId={(item) => item.id}
          selected={selected}
          onSelect={setSelected}
          columns={columns}
        />
        <DeskShortcuts
          keys={[
            { keys: ['J', 'K'], text: 'next, previous' },
            { keys: ['Enter'], text: 'open' },
          ]}
        />
      </div>
      <LinkTabs label="Dives">
        <a href="#main" aria-current="page">
          All <TabCount>120</TabCount>
        </a>
        <a href="#main">
          Drafts <TabCount>2</TabCount>
        </a>
      </LinkTabs>
      <Disclosure title="What counts as a dive?">Twenty minutes, or five metres, whichever comes first.</Disclosure>
    </GalleryBlock>
  );
}

export function OpenedByButtons() {
  const [opened, setOpened] = useState<'drawer' | 'dialog' | 'menu' | null>(null);
  const menuButton = useRef<HTMLButtonElement>(null);
  const close = (isOpen: boolean) => !isOpen && setOpened(null);
  return (
    <GalleryBlock title="Press to open">
      <div className="flow">
        <Button kind="outlined" onClick={() => setOpened('drawer')}>
          Drawer
        </Button>
        <Button kind="outlined" onClick={() => setOpened('dialog')}>
          Dialog
        </Button>
        <Button
          kind="outlined"
          ref={menuButton}
          aria-haspopup="menu"
          aria-expanded={opened === 'menu'}
          onClick={() => setOpened('menu')}
        >
          Menu
        </Button>
        <Button
          kind="outlined"
          onClick={() => showToast({ text: 'Dive deleted', undo: { label: 'Undo', onUndo: ignore } })}
        >
          Toast
        </Button>
      </div>
      <Drawer
        isOpen={opened === 'drawer'}
        onOpenChange={close}
        title="Notifications"
        closeLabel="Close"
        actions={
          <IconButton label="Mark all as read">
            <CheckCheck size={22} aria-hidden="true" />
          </IconButton>
        }
      >
        <Tabs
          label="Notifications"
          isInset
          items={[
            { id: 'all', label: 'All', count: 2, content: <Notes /> },
            { id: 'you', label: 'Needs your attention', count: 1, content: <Notes /> },
          ]}
        />
      </Drawer>
      <Dialog
        isOpen={opened === 'dialog'}
        onOpenChange={close}
        title="Uh Oh!"
        actions={<Button onClick={() => close(false)}>Try again</Button>}
      >
        We were unable to publish this dive log. It is kept in your drafts.
      </Dialog>
      <MenuPopover
        label="Account"
        items={entries}
        triggerRef={menuButton}
        isOpen={opened === 'menu'}
        onOpenChange={close}
      />
    </GalleryBlock>
  );
}

function deleteNote() {
  showToast({
    text: 'Notification deleted',
    icon: <Trash2 size={20} aria-hidden="true" />,
    undo: { label: 'Undo', onUndo: ignore },
  });
}

function Notes() {
  const acts = (
    <IconButton label="Delete" onClick={deleteNote}>
      <Trash2 size={20} aria-hidden="true" />
    </IconButton>
  );
  return (
    <>
      <NotificationGroupHeading title="Today" />
      <NotificationRow
        icon={<Undo2 size={20} />}
        tone="coral"
        title="Navigation dive needs changes"
        text="Tomás Reyes asks you to look at the bottom time."
        time="10:42"
        dateTime="2026-11-14T10:42"
        unread="Unread"
        actions={acts}
      />
      <NotificationGroupHeading title="Older" />
      <NotificationRow
        icon={<Mail size={20} />}
        title="Welcome to the club"
        time="12 Nov"
        dateTime="2026-11-12"
        actions={acts}
      />
      <NotificationRow
        icon={<Mail size={20} />}
        title="Your card is on its way"
        text="It takes about a week."
        time="9 Nov"
        dateTime="2026-11-09"
        actions={acts}
      />
    </>
  );
}
