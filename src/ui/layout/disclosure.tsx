import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

/** Native details: works before any script, and the browser's find opens it. */
export function Disclosure({
  title,
  isOpen = false,
  children,
}: {
  title: ReactNode;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details className="fold" open={isOpen}>
      <summary>
        <span className="grow">{title}</span>
        <ChevronDown size={20} aria-hidden="true" />
      </summary>
      <div className="fold-body">{children}</div>
    </details>
  );
}
