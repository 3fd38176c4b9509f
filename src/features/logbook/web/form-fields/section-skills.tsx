import { FormattedMessage } from 'react-intl';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { FieldMessage, fieldLabel } from '#ui/fields/field.tsx';
import { listSkillGroups } from '#features/logbook/shared/skills.ts';
import { SkillText } from '#features/logbook/web/skill-text.tsx';
import { useFieldError } from './fields.tsx';
import { useFormState, useLogField } from '#features/logbook/web/form/form-context.ts';

export function SectionSkills() {
  const course = useFormState(({ values }) => values.log_course);
  const number = useFormState(({ values }) => values.log_number);
  const adventure = useFormState(({ values }) => values.adventure_dive);
  const { id, value, set, isReadOnly } = useLogField('dive_skills');
  const wrong = useFieldError('dive_skills');
  const groups = listSkillGroups(course, number, adventure);
  const toggle = (skill: string) =>
    set(value.includes(skill) ? value.filter((other) => other !== skill) : [...value, skill]);
  if (groups.length === 0)
    return (
      <p className="text-sm text-ink-2" id={id} tabIndex={-1}>
        <FormattedMessage id="logbook.form.no_skills" />
      </p>
    );
  return (
    <div className="[&>fieldset+fieldset]:mt-4">
      <FieldMessage id={`${id}-message`} state={wrong ? 'wrong' : undefined}>
        {wrong}
      </FieldMessage>
      {groups.map(({ name, skills }, group) => (
        <fieldset key={name} aria-describedby={wrong ? `${id}-message` : undefined}>
          <legend className={groups.length > 1 ? fieldLabel : 'vh'}>
            <FormattedMessage id={`logbook.skills.${name}`} />
          </legend>
          {skills.map((skill, index) => (
            <Checkbox
              key={skill}
              {...(group === 0 && index === 0 && { id })}
              label={<SkillText skill={skill} />}
              checked={value.includes(skill)}
              disabled={isReadOnly}
              onChange={() => toggle(skill)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}
