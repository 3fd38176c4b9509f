import type { ReactNode } from 'react';
import { classNames } from '#ui/styles/class-names.ts';

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
    <div className={classNames('empty', isCard && 'card')}>
      {drawing}
      <Title className="title" tabIndex={level === 1 ? -1 : undefined} data-page-title={level === 1 ? '' : undefined}>
        {title}
      </Title>
      {text && <p className="text">{text}</p>}
      {action}
    </div>
  );
}
