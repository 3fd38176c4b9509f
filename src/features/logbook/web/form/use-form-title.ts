import { useIntl } from 'react-intl';
import { useFormState, useLogForm } from './form-context.ts';
import type { MessageId } from '#platform/shared/message-id.ts';

/** The lesson of a training dive, otherwise the action. */
export function useFormTitle() {
  const intl = useIntl();
  const isTraining = useLogForm().type === 'Training';
  const isNew = useFormState(({ log }) => log === null || log.status === 'Draft');
  const course = useFormState(({ values }) => values.log_course);
  const number = useFormState(({ values }) => values.log_number);
  const adventure = useFormState(({ values }) => values.adventure_dive);
  const format = (id: MessageId, values: Record<string, string | number> = {}) => intl.formatMessage({ id }, values);
  if (!isTraining)
    return {
      isTraining,
      title: format(isNew ? 'logbook.form.new' : 'logbook.form.recreational'),
      text: isNew ? format('logbook.form.recreational') : null,
    };
  const title =
    adventure !== null
      ? format(`logbook.adventure.${adventure}` as MessageId)
      : course === 'open_water' && number !== null
        ? format('logbook.form.lesson.open_water', { number })
        : format('logbook.form.training');
  const text =
    course === null
      ? null
      : number === null
        ? format('logbook.form.about_course', { course: format(`logbook.course.${course}` as MessageId) })
        : format(`logbook.form.about_${course}` as MessageId, { number });
  return { isTraining, title, text };
}
