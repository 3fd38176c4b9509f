import type { ReactNode } from 'react';
import { AccountHead } from './account-frame.tsx';

interface AccountMessageProps {
  drawing?: ReactNode;
  title: string;
  text: ReactNode;
  action: ReactNode;
  /** Secondary text below the action. */
  more?: ReactNode;
}

/** A page with a single message. */
export function AccountMessage({ drawing, title, text, action, more }: AccountMessageProps) {
  return (
    <>
      {drawing !== undefined && <div className="mb-5">{drawing}</div>}
      <AccountHead title={title} text={text} takesFocus />
      <div className="mt-7">{action}</div>
      {more !== undefined && <p className="mt-6 text-sm text-ink-2">{more}</p>}
    </>
  );
}
