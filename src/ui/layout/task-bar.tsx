import '#ui/styles/task.css';
import type { ReactNode } from 'react';

/** The top bar of a task on phones, with close button, title and save state. It replaces the bars of the app frame. */
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
        {/* The page has its own h1, so the visible copy is hidden from screen readers. */}
        <b aria-hidden="true">{title}</b>
        {state}
      </div>
      {end}
    </div>
  );
}
