import { FormattedMessage, useIntl } from 'react-intl';
import { ChoiceChips } from '#ui/fields/choice-chips.tsx';
import { Stat } from '#ui/display/stat.tsx';
import { exerciseName } from '#features/applications/shared/labels.ts';
import { change } from '#features/applications/web/applicant/applicant-changes.ts';
import { fieldId, useApplicant, useRequirements } from '#features/applications/web/applicant/applicant-context.ts';

const scores = ['1', '2', '3', '4', '5'];

/** The applicant's own scores, which the instructor confirms. */
export function SectionExercises() {
  const intl = useIntl();
  const { filled, set } = useApplicant();
  const [requirement] = useRequirements('exercises');
  if (requirement === undefined) return null;
  const { parts, need } = requirement;
  const points = parts.reduce((sum, { id }) => sum + (filled.scores[id] ?? 0), 0);
  return (
    <>
      <p className="text-sm text-ink-2">
        <FormattedMessage id="applications.apply.exercises" values={{ need: need ?? 0 }} />
      </p>
      {parts.map(({ id }, index) => (
        <ChoiceChips
          key={id}
          {...(index === 0 && { id: fieldId('exercises') })}
          legend={exerciseName(intl, id)}
          options={scores.map((value) => ({
            value,
            label: <span className="num">{intl.formatNumber(Number(value))}</span>,
          }))}
          value={filled.scores[id] === undefined ? null : String(filled.scores[id])}
          onChange={(score) => set(change.exercise(id, score === null ? null : Number(score)))}
        />
      ))}
      <Stat
        value={intl.formatNumber(points)}
        unit={<FormattedMessage id="applications.apply.of" values={{ need: need ?? 0 }} />}
        label={<FormattedMessage id="applications.apply.points" />}
      />
    </>
  );
}
