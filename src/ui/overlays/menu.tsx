import { Check } from 'lucide-react';
import { Fragment } from 'react';
import type { ReactNode, RefObject } from 'react';
import { RouterProvider } from 'react-aria-components';
import { Menu as AriaMenu, MenuItem as AriaMenuItem, Popover, Separator } from 'react-aria-components/Menu';
import { clsx } from 'clsx';
import { AriaLocaleProvider } from '#ui/accessibility/aria-locale-provider.tsx';
import { menuBox, menuItem } from './overlay-classes.tsx';

export type MenuEntry = {
  id: string;
  label: string;
  icon?: ReactNode;
  href?: string | undefined;
  onAction?: (() => void) | undefined;
  /** Marks the chosen entry of a list such as the languages. */
  isChosen?: boolean;
  /** Adds a separator above this entry. */
  hasLine?: boolean;
};

export type MenuPopoverProps = {
  label: string;
  items: readonly MenuEntry[];
  /** The button that opens the menu. It is not in this file, so the menu can be loaded on the first press. */
  triggerRef: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The router's navigation for entries with `href`; without it the browser loads the page. */
  navigate?: ((href: string) => void) | undefined;
  placement?: 'bottom end' | 'bottom start' | 'top end' | 'top start';
};

const focusFirst = { autoFocus: 'first' } as const;

/** Moves the focus from the menu to its first entry, because a menu opened by Enter would show no focused entry. */
function focusFirstEntry(menu: Element): void {
  if (menu.role === 'menu') menu.querySelector<HTMLElement>('[role=menuitem][tabindex="0"], [role=menuitem]')?.focus();
}

export function MenuPopover({
  label,
  items,
  triggerRef,
  isOpen,
  onOpenChange,
  navigate,
  placement = 'bottom end',
}: MenuPopoverProps) {
  const popover = (
    <Popover
      className={clsx(menuBox, 'w-60')}
      aria-label={label}
      triggerRef={triggerRef}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      placement={placement}
      offset={4}
    >
      <div className="contents" onFocus={({ target }) => focusFirstEntry(target)}>
        <AriaMenu className="outline-none" aria-label={label} {...focusFirst} onClose={() => onOpenChange(false)}>
          {items.map((item) => (
            <Fragment key={item.id}>
              {item.hasLine && <Separator className="my-2 h-px bg-line" />}
              <MenuRow {...item} />
            </Fragment>
          ))}
        </AriaMenu>
      </div>
    </Popover>
  );
  return (
    <AriaLocaleProvider>
      {navigate ? <RouterProvider navigate={navigate}>{popover}</RouterProvider> : popover}
    </AriaLocaleProvider>
  );
}

function MenuRow({ id, label, icon, href, onAction, isChosen = false }: MenuEntry) {
  return (
    <AriaMenuItem
      id={id}
      textValue={label}
      className={menuItem}
      {...(href !== undefined && { href })}
      {...(onAction && { onAction })}
    >
      {icon}
      <span>{label}</span>
      {isChosen && <Check className="ms-auto text-accent-text" size={18} aria-hidden="true" />}
    </AriaMenuItem>
  );
}
