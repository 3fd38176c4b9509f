import { clsx } from 'clsx';
import { Check, X } from '#ui/icons/icons.ts';

export type AnswerState = 'open' | 'chosen' | 'right' | 'tried';

const marked =
  'border-accent bg-accent-soft font-strong forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none';

const rowLooks: Record<AnswerState, string> = {
  open: 'border-line-2 bg-surface not-aria-disabled:hover:bg-hover',
  chosen: clsx(marked, 'hover:bg-hover'),
  right: marked,
  tried: 'border-dashed border-line-2 bg-transparent text-ink-2',
};

const markLooks: Record<AnswerState, string> = {
  open: 'border-line-2',
  chosen: 'border-accent bg-accent text-on-accent',
  right: 'border-accent bg-accent text-on-accent',
  tried: 'border-coral text-coral',
};

/** Of a button, or of a label whose input is invisible and covers it. */
export function answerClass(state: AnswerState): string {
  return clsx(
    'num relative flex min-h-14 w-full items-center gap-3 rounded-box border-[1.5px] px-4 py-3 text-start aria-disabled:cursor-default',
    'has-focus-visible:outline-offset-(--focus-gap) has-focus-visible:[outline:var(--focus-ring)]',
    rowLooks[state],
  );
}

export const answerInputClass = 'absolute inset-0 m-0 size-auto cursor-[inherit] opacity-0';

export function AnswerMark({ state, isSquare = false }: { state: AnswerState; isSquare?: boolean }) {
  return (
    <span
      className={clsx(
        'grid size-6 flex-none place-items-center border-[1.5px]',
        isSquare ? 'rounded-[6px]' : 'rounded-full',
        markLooks[state],
      )}
    >
      {state === 'tried' && <X size={16} aria-hidden="true" />}
      {(state === 'right' || state === 'chosen') && <Check size={16} aria-hidden="true" />}
    </span>
  );
}
