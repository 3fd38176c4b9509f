import '#ui/styles/task.css';
import { Timer } from 'lucide-react';
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
    <button type="button" className="suggest" onClick={onTake}>
      {icon ?? <Timer size={18} aria-hidden="true" />}
      <span>{children}</span>
    </button>
  );
}
