import { Timer } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';

/** Applies a calculated value to a field. */
export function SuggestionButton({
  icon,
  onTake,
  children,
}: {
  icon?: ReactNode;
  onTake: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className="flex min-h-tap w-full items-center gap-2 rounded-in bg-accent-soft px-3 py-2 text-start text-sm [&_b]:text-accent-text [&>svg]:text-accent-text forced-colors:border"
      onClick={onTake}
    >
      {icon ?? <Timer size={18} aria-hidden="true" />}
      <span>{children}</span>
    </button>
  );
}
