import { Check, ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/styles/class-names.ts';

/** The number of missing fields, complete, partly filled with nothing required missing, or empty. */
export type Completion = { missing: number } | 'complete' | 'some' | 'empty';

export function CompletionDisc({ completion, isTiny = false }: { completion: Completion; isTiny?: boolean }) {
  const kind =
    typeof completion === 'object' ? 'waits' : completion === 'complete' ? 'yes' : completion === 'some' && 'some';
  return (
    <span className={classNames('done', kind, isTiny && 'tiny')} aria-hidden="true">
      {typeof completion === 'object' && completion.missing}
      {(completion === 'complete' || completion === 'some') && <Check size={18} />}
    </span>
  );
}

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
    <section className="fsec card" id={id}>
      <h2>
        <button type="button" className="fsec-head" aria-expanded={isOpen} aria-controls={bodyId} onClick={onToggle}>
          <CompletionDisc completion={completion} />
          <span className="grow">
            <span className="fsec-title">{title}</span>
            {note && (
              <span className={classNames('fsec-note', typeof completion === 'object' && 'missing')}>{note}</span>
            )}
          </span>
          {isOpen ? pips : <ChevronDown size={22} aria-hidden="true" />}
        </button>
      </h2>
      {/* Collapsed fields stay mounted, so that the form does not lose their values. */}
      <div id={bodyId} className="fsec-body" hidden={!isOpen}>
        {children}
      </div>
    </section>
  );
}
