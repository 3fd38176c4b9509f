import { TriangleAlert } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import type { TrainingMetres } from '#domain/training-lengths.ts';
import { useFormatTrainingLength } from '#domain/web/use-format-training-length.ts';
import type { Deviation } from '#features/logbook/shared/deviations.ts';
import { useSkillText } from '#features/logbook/web/skill-text.tsx';

/** The deviations of a dive from the standard. */
export function DeviationList({ deviations }: { deviations: readonly Deviation[] }) {
  const intl = useIntl();
  const skillText = useSkillText();
  const length = useFormatTrainingLength();
  return (
    <ul className="grid gap-2 mt-2 text-(length:--t-sm)">
      {deviations.map(({ kind, limit_m: limit, skills }) => (
        <li className="grid grid-cols-[16px_minmax(0,1fr)] gap-2" key={kind}>
          <TriangleAlert className="mt-0.75 text-coral" size={16} aria-hidden="true" />
          <span>
            <FormattedMessage
              id={`logbook.deviation.${kind}`}
              values={{
                ...(limit !== null && { limit: length([limit as TrainingMetres]) }),
                count: skills.length,
                skills: intl.formatList(skills.map(skillText)),
              }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Shown in the open dive, before the instructor verifies it. */
export function DeviationNote({
  deviations,
  className = 'my-4 p-4 rounded-box bg-coral-soft',
}: {
  deviations: readonly Deviation[];
  className?: string;
}) {
  if (deviations.length === 0) return null;
  return (
    <section className={className}>
      <h3>
        <FormattedMessage id="logbook.deviation.title" values={{ count: deviations.length }} />
      </h3>
      <DeviationList deviations={deviations} />
    </section>
  );
}
