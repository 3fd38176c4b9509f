import { BadgeCheck } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { CompletionDisc } from '#ui/layout/form-section.tsx';

interface RecordSectionProps {
  title: ReactNode;
  /** How much of it is there. */
  count?: { done: number; total: number };
  /** Between the head and the rows. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A part of the document, under its own head. */
export function RecordSection({ title, count, tools, children }: RecordSectionProps) {
  const id = useId();
  return (
    <section className="record-part" aria-labelledby={id}>
      <div className="record-part-head">
        <h2 id={id}>{title}</h2>
        {count && (
          <span className="num">
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
  isBegun?: boolean;
  /** Somebody put their name to it. */
  isSigned?: boolean;
  /** A box to tick in the place of the mark. */
  box?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  end?: ReactNode;
  /** Across the whole line, below. */
  children?: ReactNode;
}

/** One thing that is done, or waits quietly. */
export function RecordRow({ isSigned = false, box, title, text, end, children, ...state }: RecordRowProps) {
  const isDone = state.isDone || isSigned;
  return (
    <li className="record-line" data-done={isDone || undefined}>
      {box ??
        (isSigned ? (
          <BadgeCheck size={26} aria-hidden="true" className="seal" />
        ) : (
          <CompletionDisc isTiny completion={isDone ? 'complete' : state.isBegun ? 'some' : 'empty'} />
        ))}
      <div className="record-what">
        <span className="record-title">{title}</span>
        {text && <span className="record-text">{text}</span>}
      </div>
      {end && <div className="record-end">{end}</div>}
      {children && <div className="record-more">{children}</div>}
    </li>
  );
}
