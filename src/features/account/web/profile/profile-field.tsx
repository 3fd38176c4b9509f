import type { ComponentProps, ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/fields/field.tsx';
import type { ProfileForm } from './use-profile-form.ts';
import type { ProblemField, ProfileField as Name } from './profile-values.ts';

export function getFieldId(field: string): string {
  return `profile-${field}`;
}

interface ConflictProps {
  form: ProfileForm;
  field: Name;
  /** The current value in readable form. */
  now?: ReactNode;
}

/** The message of a field: a conflict, or its problem. */
export function renderFieldProblem(
  form: ProfileForm,
  field: Name,
  problemField: ProblemField,
  now?: ReactNode,
): ReactNode {
  if (form.conflicts.includes(field))
    return (
      <FormattedMessage
        id="account.conflict.now"
        values={{
          value:
            (now ?? form.base[field]) ? (
              <bdi>{now ?? form.base[field]}</bdi>
            ) : (
              <FormattedMessage id="account.conflict.empty" />
            ),
        }}
      />
    );
  const problem = form.problems[problemField];
  return problem && <FormattedMessage id={problem} />;
}

/** Lets the person choose between their edit and a change made elsewhere. */
export function ConflictChoice({ form, field }: ConflictProps) {
  if (!form.conflicts.includes(field)) return null;
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button kind="outlined" size="sm" onClick={() => form.keepLocalValue(field)}>
        <FormattedMessage id="account.conflict.mine" />
      </Button>
      <Button kind="outlined" size="sm" onClick={() => form.acceptServerValue(field)}>
        <FormattedMessage id="account.conflict.theirs" />
      </Button>
    </div>
  );
}

type ProfileFieldProps = Omit<
  ComponentProps<typeof Field>,
  'label' | 'value' | 'onChange' | 'id' | 'wrong' | 'form'
> & {
  form: ProfileForm;
  field: Exclude<Name, 'birthDate'>;
  label: MessageId;
  isOptional?: boolean;
};

/** A text field bound to the profile being edited. */
export function ProfileField({ form, field, label, isOptional = false, ...input }: ProfileFieldProps) {
  return (
    <div>
      <Field
        className="[&_input]:own-direction"
        {...input}
        id={getFieldId(field)}
        name={field}
        value={form.values[field]}
        onChange={(event) => form.type(field, event.target.value)}
        label={<FormattedMessage id={label} />}
        {...(isOptional ? { optional: <FormattedMessage id="account.optional" /> } : { required: true })}
        wrong={renderFieldProblem(form, field, field)}
      />
      <ConflictChoice form={form} field={field} />
    </div>
  );
}
