import { clsx } from 'clsx';
import { BadgeCheck } from '#ui/icons/icons.ts';
import { useId, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { CompletionDisc } from '#ui/layout/form-section.tsx';

interface RecordSectionProps {
  title: ReactNode;
  count?: { done: number; total: number };
  /** Rendered between the heading and the rows. */
  tools?: ReactNode;
  children: ReactNode;
}

/** Of a card that is a container. */
export const recordPart = 'border-line px-4 py-5 not-first:border-t @min-[560px]:p-6';

export function RecordSection({ title, count, tools, children }: RecordSectionProps) {
  const id = useId();
  return (
    <section className={recordPart} data-part="section" aria-labelledby={id}>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 id={id}>{title}</h2>
        {count && (
          <span className="num flex-none text-(length:--t-sm) font-text text-ink-2">
            <FormattedMessage id="learning.record.of" values={count} />
          </span>
        )}
      </div>
      {tools}
      {children}
    </section>
  );
}

interface RecordRowProps {
  isDone?: boolean;
  isStarted?: boolean;
  isSigned?: boolean;
  /** Checkbox shown instead of the mark. */
  checkbox?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  end?: ReactNode;
  /** Full-width content below the row. */
  children?: ReactNode;
}

export function RecordRow({ isSigned = false, checkbox, title, text, end, children, ...state }: RecordRowProps) {
  const isDone = state.isDone || isSigned;
  return (
    <li
      className={clsx(
        'relative -mx-2 grid grid-cols-[26px_minmax(0,1fr)] items-start gap-x-3 border-line px-2 py-3 not-first:border-t @min-[560px]:grid-cols-[26px_minmax(0,1fr)_fit-content(50%)]',
        checkbox && 'hover:bg-hover has-checked:bg-accent-soft',
      )}
      data-part="line"
    >
      {checkbox ??
        (isSigned ? (
          <BadgeCheck size={26} aria-hidden="true" className="-mt-px fill-accent-soft text-accent-text" />
        ) : (
          <CompletionDisc
            isTiny
            className="mt-0.5 justify-self-center"
            completion={isDone ? 'complete' : state.isStarted ? 'some' : 'empty'}
          />
        ))}
      <div>
        <span className={clsx('block wrap-anywhere', !isDone && !checkbox && 'text-ink-2')} data-part="title">
          {title}
        </span>
        {text && <span className="block text-sm text-ink-2 wrap-anywhere">{text}</span>}
      </div>
      {end && (
        <div className="col-2 mt-1 text-sm text-ink-2 wrap-anywhere not-has-[>:not(.vh)]:mt-0 @min-[560px]:col-3 @min-[560px]:mt-0 @min-[560px]:text-end">
          {end}
        </div>
      )}
      {children && <div className="col-2 @min-[560px]:col-[2/-1]">{children}</div>}
    </li>
  );
}
