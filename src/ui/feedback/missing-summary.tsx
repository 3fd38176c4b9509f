import type { MouseEvent, ReactNode } from 'react';
import { Callout } from './callout.tsx';

export type MissingItem = { fieldId: string; section: ReactNode; text: ReactNode };

export type MissingSummaryProps = {
  title: ReactNode;
  items: readonly MissingItem[];
  /** Opens the section of the field before it is focused. */
  onJump?: (fieldId: string) => void;
};

/** Lists the missing fields with links that focus them. */
export function MissingSummary({ title, items, onJump }: MissingSummaryProps) {
  if (items.length === 0) return null;
  const jump = (event: MouseEvent, fieldId: string) => {
    event.preventDefault();
    onJump?.(fieldId);
    // A collapsed section needs a frame to open before its field can take the focus.
    requestAnimationFrame(() => {
      const field = document.getElementById(fieldId);
      field?.scrollIntoView({ block: 'center' });
      field?.focus({ preventScroll: true });
    });
  };
  return (
    <Callout kind="alert" isLive>
      <b className="block text-md">{title}</b>
      <ul className="mt-0.5 lg:flex lg:flex-wrap lg:gap-x-6" data-part="missing">
        {items.map((item) => (
          <li key={item.fieldId} className="py-[5px] text-sm text-ink-2">
            <a
              className="font-strong text-coral"
              href={`#${item.fieldId}`}
              onClick={(event) => jump(event, item.fieldId)}
            >
              {item.section}
            </a>{' '}
            {item.text}
          </li>
        ))}
      </ul>
    </Callout>
  );
}
