import { ArrowDownUp } from '#ui/icons/icons.ts';
import { useRef, useState } from 'react';
import { clsx } from 'clsx';
import { Button } from '#ui/buttons/button.tsx';
import { MenuPopover } from './menu.tsx';

type SortMenuProps<Order extends string> = {
  /** The accessible name, including the current order. */
  label: string;
  orders: readonly { id: Order; label: string }[];
  order: Order;
  onOrder: (order: Order) => void;
  /** Shows only the icon on narrow screens. */
  isShort?: boolean;
  className?: string;
  labelClassName?: string;
};

/** A button with the current order of a list that opens a menu of all orders. */
export function SortMenu<Order extends string>({
  label,
  orders,
  order,
  onOrder,
  isShort = false,
  className,
  labelClassName,
}: SortMenuProps<Order>) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        kind="quiet"
        className={className}
        ref={trigger}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <ArrowDownUp size={18} aria-hidden="true" />
        <span className={clsx('max-w-52 min-w-0 wrap-break-word', isShort && 'only-wide', labelClassName)}>
          {orders.find(({ id }) => id === order)?.label}
        </span>
      </Button>
      <MenuPopover
        label={label}
        triggerRef={trigger}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        items={orders.map((entry) => ({
          ...entry,
          isChosen: entry.id === order,
          onAction: () => onOrder(entry.id),
        }))}
      />
    </>
  );
}
