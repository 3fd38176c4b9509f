import { Check, ChevronDown } from '#ui/icons/icons.ts';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { clsx } from 'clsx';

/** The number of missing fields, complete, partly filled with nothing required missing, or empty. */
export type Completion = { missing: number } | 'complete' | 'some' | 'empty';

const discColours = {
  missing: 'border-coral bg-coral text-on-coral',
  complete:
    'border-accent bg-accent text-on-accent forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none',
  some: 'border-accent text-accent-text',
  empty: 'border-line-2 text-ink-3',
} as const;

type CompletionDiscProps = { completion: Completion; isTiny?: boolean; className?: string };

export function CompletionDisc({ completion, isTiny = false, className }: CompletionDiscProps) {
  return (
    <span
      className={clsx(
        'grid flex-none place-items-center rounded-full border-[1.5px] font-title num',
        discColours[typeof completion === 'object' ? 'missing' : completion],
        isTiny ? 'size-5 text-[12px]/none' : 'size-8 text-sm/none',
        className,
      )}
      aria-hidden="true"
    >
      {typeof completion === 'object' && completion.missing}
      {(completion === 'complete' || completion === 'some') && (
        <Check className={isTiny ? 'size-[13px] stroke-[2.5]' : ''} size={18} />
      )}
    </span>
  );
}

/** The whole field opens the calendar on touch screens. */
const wideDatePicker = clsx(
  'pointer-coarse:[&_[data-part=control]:has(>[type=date])]:relative',
  'pointer-coarse:[&_[type=date]::-webkit-calendar-picker-indicator]:absolute pointer-coarse:[&_[type=date]::-webkit-calendar-picker-indicator]:inset-0 pointer-coarse:[&_[type=date]::-webkit-calendar-picker-indicator]:size-auto pointer-coarse:[&_[type=date]::-webkit-calendar-picker-indicator]:opacity-0',
);

export type FormSectionProps = {
  /** The link target of MissingSummary. */
  id?: string;
  title: ReactNode;
  completion: Completion;
  /** One line with the missing fields, or a summary of the collapsed section. */
  note?: ReactNode;
  /** Shown while open. */
  pips?: ReactNode;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
};

export function FormSection({ id, title, completion, note, pips, isOpen, onToggle, children }: FormSectionProps) {
  const bodyId = useId();
  return (
    <section className="card [[data-part=form-section]+&]:mt-4" data-part="form-section" id={id}>
      <h2 className="tracking-[inherit] [font:inherit]">
        <button
          type="button"
          className="flex w-full items-center gap-3 rounded-box p-4 text-start lg:px-6 lg:py-5"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={onToggle}
        >
          <CompletionDisc completion={completion} />
          <span className="grid min-w-0 flex-1">
            <span className="text-lg font-title tracking-tight">{title}</span>
            {note && (
              <span
                className={clsx('text-sm', typeof completion === 'object' ? 'font-strong text-coral' : 'text-ink-2')}
              >
                {note}
              </span>
            )}
          </span>
          {isOpen ? pips : <ChevronDown size={22} aria-hidden="true" />}
        </button>
      </h2>
      {/* Collapsed fields stay mounted, so the form does not lose their values. */}
      <div id={bodyId} className={clsx('grid gap-4 px-4 pb-5 lg:px-6 lg:pb-6', wideDatePicker)} hidden={!isOpen}>
        {children}
      </div>
    </section>
  );
}
