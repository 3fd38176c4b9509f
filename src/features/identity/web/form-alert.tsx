import { FormattedMessage } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import type { FieldErrors } from '#platform/web/hooks/use-form.ts';
import { FormAlert as Alert } from '#ui/feedback/form-alert.tsx';

interface FormAlertProps<Field extends string> {
  formProblem: MessageId | null;
  failureCount: number;
  problems?: FieldErrors<Field>;
  /** Fields in page order, with the message id of their label; several invalid ones are listed. */
  fields?: readonly (readonly [field: Field, label: MessageId])[];
}

export function FormAlert<Field extends string>({
  formProblem,
  failureCount,
  problems,
  fields,
}: FormAlertProps<Field>) {
  const items = (fields ?? []).flatMap(([field, label]) => {
    const problem = problems?.[field];
    if (problem === undefined) return [];
    return {
      fieldId: getFieldId(field),
      section: <FormattedMessage id={label} />,
      text: <FormattedMessage id={problem} />,
    };
  });
  return (
    <Alert
      problem={formProblem !== null && <FormattedMessage id={formProblem} />}
      failureCount={failureCount}
      summary={{ title: <FormattedMessage id="identity.summary" values={{ count: items.length }} />, items }}
    />
  );
}

export function getFieldId(field: string): string {
  return `account-${field}`;
}
