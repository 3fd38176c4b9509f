import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

/** A native details element, which works without scripts and opens when the browser's search finds text in it. */
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
