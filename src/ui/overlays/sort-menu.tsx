import { ArrowDownUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { MenuPopover } from './menu.tsx';

type SortMenuProps<Order extends string> = {
  /** What it is for, with the order that holds. */
  label: string;
  orders: readonly { id: Order; label: string }[];
  order: Order;
  onOrder: (order: Order) => void;
  /** Where there is little room the icon is enough. */
  isShort?: boolean;
};

/** In which order a list is: the one that holds is on the button, the others a press away. */
export function SortMenu<Order extends string>({
  label,
  orders,
  order,
  onOrder,
  isShort = false,
}: SortMenuProps<Order>) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        kind="quiet"
        ref={trigger}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <ArrowDownUp size={18} aria-hidden="true" />
        <span className={isShort ? 'only-wide' : undefined}>{orders.find(({ id }) => id === order)?.label}</span>
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
