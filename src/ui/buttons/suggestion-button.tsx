import '#ui/styles/task.css';
import { Timer } from 'lucide-react';
import type { ReactNode } from 'react';

/** Something worked out for you: a press takes it over. */
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
