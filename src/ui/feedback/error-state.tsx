import { RefreshCw } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { SplitCardDrawing } from '#ui/drawings/split-card-drawing.tsx';
import { EmptyState } from './empty-state.tsx';

export type ErrorStateProps = {
  title: ReactNode;
  text?: ReactNode;
  refreshLabel: string;
  onRefresh: () => void;
  isBusy?: boolean;
  level?: 1 | 2 | 3;
  isCard?: boolean;
};

/** Replaces content that failed to load, with a retry button. */
export function ErrorState({
  title,
  text,
  refreshLabel,
  onRefresh,
  isBusy = false,
  level = 2,
  isCard = false,
}: ErrorStateProps) {
  return (
    <div role="alert" className="grid">
      <EmptyState
        drawing={<SplitCardDrawing />}
        title={title}
        text={text}
        level={level}
        isCard={isCard}
        action={
          <Button kind="outlined" onClick={onRefresh} isBusy={isBusy}>
            <RefreshCw size={18} aria-hidden="true" />
            {refreshLabel}
          </Button>
        }
      />
    </div>
  );
}
