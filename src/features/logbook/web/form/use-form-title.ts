import { useIntl } from 'react-intl';
import { useFormState, useLogForm } from './form-context.ts';

/** Which dive this is: the lesson of a training dive, and else what somebody is about to do. */
export function useFormTitle() {
  const intl = useIntl();
  const isTraining = useLogForm().type === 'Training';
  const isNew = useFormState(({ log }) => log === null || log.status === 'Draft');
  const course = useFormState(({ values }) => values.log_course);
  const number = useFormState(({ values }) => values.log_number);
  const adventure = useFormState(({ values }) => values.adventure_dive);
  const say = (id: string, values: Record<string, string | number> = {}) => intl.formatMessage({ id }, values);
  if (!isTraining)
    return {
      isTraining,
      title: say(isNew ? 'logbook.form.new' : 'logbook.form.recreational'),
      text: isNew ? say('logbook.form.recreational') : null,
    };
  const title =
    adventure !== null
      ? say(`logbook.adventure.${adventure}`)
      : course === 'open_water' && number !== null
        ? say('logbook.form.lesson.open_water', { number })
        : say('logbook.form.training');
  const text =
    course === null
      ? null
      : number === null
        ? say('logbook.form.about_course', { course: say(`logbook.course.${course}`) })
        : say(`logbook.form.about_${course}`, { number });
  return { isTraining, title, text };
}
