import { memo, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useUnits } from '#domain/web/use-units.ts';
import { FieldProgress } from '#ui/feedback/field-progress.tsx';
import { CompletionDisc, FormSection, type Completion } from '#ui/layout/form-section.tsx';
import { useFormState, useLogForm } from './form-context.ts';
import { sectionId } from './focus-field.ts';
import { listSections, type SectionName } from './log-validation.ts';
import { SectionConditions } from '#features/logbook/web/form-fields/section-conditions.tsx';
import { SectionDepthTime } from '#features/logbook/web/form-fields/section-depth-time.tsx';
import { SectionEquipment } from '#features/logbook/web/form-fields/section-equipment.tsx';
import { SectionExperience } from '#features/logbook/web/form-fields/section-experience.tsx';
import { SectionGeneral } from '#features/logbook/web/form-fields/section-general.tsx';
import { SectionSkills } from '#features/logbook/web/form-fields/section-skills.tsx';
import { getProgress, formatSkillsDone, formatSummary } from './section-summary.ts';
import { listReturnedFields } from './returned-fields.ts';
import { useCurrentSection } from './use-current-section.ts';
import { clsx } from 'clsx';

// Rendered once: their fields subscribe to the state themselves.
const bodies: Readonly<Record<SectionName, ReactNode>> = {
  general: <SectionGeneral />,
  depth_times: <SectionDepthTime />,
  skills: <SectionSkills />,
  conditions: <SectionConditions />,
  equipment: <SectionEquipment />,
  experiences: <SectionExperience />,
};
/** More dashes can't be counted at a glance. */
const maxPips = 6;

function useProgress(name: SectionName) {
  const { type, base } = useLogForm();
  const values = useFormState((state) => state.values);
  const problems = useFormState((state) => state.problems);
  const log = useFormState((state) => state.log);
  const progress = getProgress(name, type, values, problems, listReturnedFields({ log, values }, base));
  const waits = progress.missing + progress.wrong;
  const completion: Completion =
    waits > 0 ? { missing: waits } : progress.isComplete ? 'complete' : progress.filled > 0 ? 'some' : 'empty';
  return { ...progress, values, completion };
}

interface SectionProps {
  name: SectionName;
  isOpen: boolean;
  onToggle: (name: SectionName) => void;
}

export const Section = memo(function Section({ name, isOpen, onToggle }: SectionProps) {
  const intl = useIntl();
  const system = useUnits();
  const { filled, missing, wrong, all, values, completion } = useProgress(name);
  const count = missing > 0 ? 'missing_count' : 'wrong_count';
  const folded =
    formatSummary(name, values, intl, system) || intl.formatMessage({ id: `logbook.form.summary.${name}` });
  const note =
    typeof completion === 'object'
      ? intl.formatMessage({ id: `logbook.form.${count}` }, { count: missing || wrong })
      : isOpen
        ? name === 'skills' && formatSkillsDone(values, intl)
        : folded;
  return (
    <FormSection
      id={sectionId(name)}
      title={<FormattedMessage id={`logbook.section.${name}`} />}
      completion={completion}
      note={note && <bdi>{note}</bdi>}
      pips={
        all > 1 &&
        all <= maxPips && (
          <FieldProgress
            filled={filled - wrong}
            missing={missing + wrong}
            optional={all - filled - missing}
            label={intl.formatMessage({ id: 'logbook.form.filled' }, { filled, all })}
          />
        )
      }
      isOpen={isOpen}
      onToggle={() => onToggle(name)}
    >
      {bodies[name]}
    </FormSection>
  );
});

/** The section navigation on phones, with the progress of each. */
export function SectionStops({ onGo }: { onGo: (name: SectionName) => void }) {
  const intl = useIntl();
  const { type } = useLogForm();
  const names = listSections(type);
  const current = useCurrentSection(names);
  return (
    <nav
      data-part="scroller"
      className="only-phone sticky top-header z-sticky -mx-gutter flex gap-5 overflow-x-auto border-b border-line bg-surface px-gutter [scrollbar-width:none]"
      aria-label={intl.formatMessage({ id: 'logbook.form.sections' })}
    >
      {names.map((name) => (
        <Stop key={name} name={name} isCurrent={name === current} onGo={onGo} />
      ))}
    </nav>
  );
}

const stop =
  'flex min-h-tap items-center gap-[7px] border-b-3 text-(length:--t-sm) whitespace-nowrap no-underline focus-visible:-outline-offset-4';
const currentStop = 'border-accent font-strong text-ink forced-colors:border-[Highlight]';
const otherStop = 'border-transparent text-ink-2 forced-colors:border-[Canvas]';

const Stop = memo(function Stop(props: { name: SectionName; isCurrent: boolean; onGo: (name: SectionName) => void }) {
  const { name, isCurrent, onGo } = props;
  const { completion } = useProgress(name);
  return (
    <a
      className={clsx(stop, isCurrent ? currentStop : otherStop)}
      href={`#${sectionId(name)}`}
      aria-current={isCurrent || undefined}
      onClick={(event) => {
        event.preventDefault();
        onGo(name);
      }}
    >
      <CompletionDisc completion={completion} isTiny />
      <FormattedMessage id={`logbook.section.${name}`} />
    </a>
  );
});
