import '#ui/styles/task.css';
import type { ReactNode } from 'react';

/** On a phone a task takes the whole page: way out, title, what is saved. The frame's own bars make room for it. */
export function TaskBar({
  close,
  title,
  state,
  end,
}: {
  close: ReactNode;
  title: ReactNode;
  state: ReactNode;
  end?: ReactNode;
}) {
  return (
    <div className="task-bar only-phone">
      {close}
      <div className="task-title">
        {/* The page has its headline; this is the same one where it can be seen. */}
        <b aria-hidden="true">{title}</b>
        {state}
      </div>
      {end}
    </div>
  );
}
