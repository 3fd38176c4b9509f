import { clsx } from 'clsx';
import { CheckCheck } from '#ui/icons/icons.ts';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { SegmentedControl } from '#ui/fields/segmented-control.tsx';
import { Stat } from '#ui/display/stat.tsx';
import type { Exercise } from '#features/applications/shared/application.ts';
import type { RequirementResult } from '#features/applications/shared/requirements.ts';
import { exerciseName } from '#features/applications/shared/labels.ts';
import { ExerciseText } from '#features/applications/web/detail-values.tsx';
import { exerciseChange } from './review-autosave.ts';
import { fieldId, useReview, useReviewState } from './review-context.ts';

const scores = ['1', '2', '3', '4', '5'] as const;

/** The exercises with their scores. The instructor scores them or confirms the applicant's scores. */
export function ReviewExercises({ requirement }: { requirement: RequirementResult }) {
  const { autosave, canDecide } = useReview();
  const { exercises } = useReviewState(autosave);
  const ids = requirement.parts.map(({ id }) => id);
  const points = ids.reduce((sum, id) => sum + (exercises[id]?.score ?? 0), 0);
  const waiting = ids.flatMap((id) => {
    const exercise = exercises[id];
    return exercise === undefined || exercise.isConfirmed ? [] : [{ id, exercise }];
  });
  const sum = useRef<HTMLDivElement>(null);
  const confirmAll = () => {
    // The button disappears, so the focus moves to the sum.
    sum.current?.focus();
    for (const { id, exercise } of waiting) autosave.set(exerciseChange(id, { ...exercise, isConfirmed: true }));
  };
  return (
    <div className="@container grid gap-3 mt-2">
      <ul className="grid">
        {ids.map((id) => (
          <li
            className={clsx(
              'grid grid-cols-1 @min-[400px]:grid-cols-[minmax(0,240px)_minmax(0,1fr)] gap-x-4 items-end py-2',
              !canDecide && 'text-sm text-ink-2',
            )}
            key={id}
          >
            {canDecide ? (
              <ScoredExercise id={id} exercise={exercises[id]} isFirst={id === ids[0]} />
            ) : (
              <ExerciseText id={id} exercise={exercises[id]} />
            )}
          </li>
        ))}
      </ul>
      <div
        className="flex flex-wrap gap-y-3 gap-x-5 items-center justify-between pt-3 border-t border-line"
        ref={sum}
        tabIndex={-1}
      >
        <Stat
          size="sm"
          value={<FormattedMessage id="applications.review.points" values={{ points }} />}
          label={<FormattedMessage id="applications.review.points_needed" values={{ need: requirement.need ?? 0 }} />}
        />
        {canDecide && waiting.length > 1 && (
          <Button kind="outlined" size="sm" onClick={confirmAll}>
            <CheckCheck size={18} aria-hidden="true" />
            <FormattedMessage id="applications.review.confirm_all" values={{ count: waiting.length }} />
          </Button>
        )}
      </div>
    </div>
  );
}

interface ExerciseProps {
  id: string;
  exercise: Exercise | undefined;
}

function ScoredExercise({ id, exercise, isFirst }: ExerciseProps & { isFirst: boolean }) {
  const intl = useIntl();
  const { autosave } = useReview();
  const name = exerciseName(intl, id);
  const set = (next: Exercise) => autosave.set(exerciseChange(id, next));
  return (
    <>
      <SegmentedControl
        isWide
        label={name}
        {...(isFirst && { id: fieldId('score') })}
        options={scores.map((value) => ({ value, label: intl.formatNumber(Number(value)) }))}
        value={scores.find((value) => Number(value) === exercise?.score)}
        // A score given by the instructor counts as confirmed.
        onChange={(value) => set({ score: Number(value), isConfirmed: true })}
      />
      {exercise === undefined ? (
        <p className="text-sm text-ink-2">
          <FormattedMessage id="applications.review.no_score" />
        </p>
      ) : (
        <Checkbox
          label={
            <>
              <FormattedMessage id="applications.review.seen" />
              <span className="vh"> {name}</span>
            </>
          }
          checked={exercise.isConfirmed}
          onChange={({ target }) => set({ ...exercise, isConfirmed: target.checked })}
        />
      )}
    </>
  );
}
