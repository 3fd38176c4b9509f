import { FormattedMessage } from 'react-intl';
import { Callout } from '../../../ui/callout.tsx';
import { MissingSummary } from '../../../ui/missing-summary.tsx';
import type { Problems } from './use-account-form.ts';

interface FormAlertProps<Field extends string> {
  formProblem: string | null;
  refusals: number;
  problems?: Problems<Field>;
  /** The fields in the order of the page, with the message id of their label; several wrong ones are listed. */
  fields?: readonly (readonly [field: Field, label: string])[];
}

/** Is in the page while empty, so that a screen reader hears what comes into it. */
export function FormAlert<Field extends string>({ formProblem, refusals, problems, fields }: FormAlertProps<Field>) {
  const items = (fields ?? []).flatMap(([field, label]) => {
    const problem = problems?.[field];
    if (problem === undefined) return [];
    return {
      fieldId: fieldId(field),
      section: <FormattedMessage id={label} />,
      text: <FormattedMessage id={problem} />,
    };
  });
  return (
    <div role="alert" className="[&:not(:empty)]:mb-5">
      {formProblem !== null && (
        <Callout key={refusals} kind="alert">
          <FormattedMessage id={formProblem} />
        </Callout>
      )}
      {formProblem === null && items.length > 1 && (
        <MissingSummary
          title={<FormattedMessage id="identity.summary" values={{ count: items.length }} />}
          items={items}
        />
      )}
    </div>
  );
}

export function fieldId(field: string): string {
  return `account-${field}`;
}
