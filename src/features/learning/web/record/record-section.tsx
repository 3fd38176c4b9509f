import { BadgeCheck } from 'lucide-react';
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
    <li className="record-line" data-done={isDone || undefined}>
      {checkbox ??
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
