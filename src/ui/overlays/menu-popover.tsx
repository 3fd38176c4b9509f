import { Check } from '#ui/icons/icons.ts';
import { Fragment } from 'react';
import { RouterProvider } from 'react-aria-components';
import { Menu as AriaMenu, MenuItem as AriaMenuItem, Popover, Separator } from 'react-aria-components/Menu';
import { clsx } from 'clsx';
import { AriaLocaleProvider } from '#ui/accessibility/aria-locale-provider.tsx';
import type { MenuEntry, MenuPopoverProps } from './menu.tsx';
import { menuBox, menuItem } from './overlay-classes.tsx';

const focusFirst = { autoFocus: 'first' } as const;

/** Moves the focus from the menu to its first entry, because a menu opened by Enter would show no focused entry. */
function focusFirstEntry(menu: Element): void {
  if (menu.role === 'menu') menu.querySelector<HTMLElement>('[role=menuitem][tabindex="0"], [role=menuitem]')?.focus();
}

export function MenuList({
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
