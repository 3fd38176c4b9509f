import type { ReactNode } from 'react';
import { clsx } from 'clsx';

export type EmptyStateProps = {
  /** A component of drawings/. */
  drawing: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  /** At most one button. */
  action?: ReactNode;
  /** The heading level. */
  level?: 1 | 2 | 3;
  /** Adds the background of a card. */
  isCard?: boolean;
};

export function EmptyState({ drawing, title, text, action, level = 2, isCard = false }: EmptyStateProps) {
  const Title = `h${level}` as const;
  return (
    <div data-part="empty" className={clsx('px-5 py-10 text-center [&>svg]:mx-auto [&>svg]:mb-5', isCard && 'card')}>
      {drawing}
      <Title
        className="text-md font-strong tracking-[0]"
        tabIndex={level === 1 ? -1 : undefined}
        data-page-title={level === 1 ? '' : undefined}
      >
        {title}
      </Title>
      {text && <p className="mt-2 mb-5 text-sm text-balance text-ink-2 last:mb-0">{text}</p>}
      {action}
    </div>
  );
}
