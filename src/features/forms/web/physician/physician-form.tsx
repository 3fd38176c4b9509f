import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Field, TextAreaField } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { SegmentedControl } from '#ui/fields/segmented-control.tsx';
import { SignatureField } from '#ui/signature/signature-field.tsx';
import type { PhysicianPage } from '#features/forms/shared/physician-contract.ts';
import { signatureMessages } from '#features/forms/shared/signature-messages.ts';
import { physicianFields, type PhysicianField } from './validate-physician-draft.ts';
import { type PhysicianOutcome, usePhysicianAnswer } from './use-physician-answer.ts';

interface PhysicianFormProps {
  token: string;
  page: PhysicianPage;
  onOutcome: (outcome: PhysicianOutcome) => void;
}

/** The physician's decision, details and signature. Input survives a reload. */
export function PhysicianForm({ token, page: { form, locale }, onOutcome }: PhysicianFormProps) {
  const intl = useIntl();
  const answer = usePhysicianAnswer({ token, locale, onOutcome });
  const { draft, change, send, problems, formProblem, errorCount, isBusy, fieldId } = answer;
  const messages = signatureMessages(intl, draft.name.trim());
  const wrong = (name: PhysicianField) => problems[name] && <FormattedMessage id={problems[name]} />;
  const meaning = form.sections.find(({ id }) => id === draft.decision);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <FormAlert
        problem={formProblem !== null && <FormattedMessage id={formProblem} />}
        failureCount={errorCount}
        summary={{
          title: <FormattedMessage id="forms.physician.missing" />,
          items: physicianFields
            .filter((name) => problems[name])
            .map((name) => ({
              fieldId: fieldId(name),
              section: <FormattedMessage id={`forms.physician.field.${name}`} />,
              text: wrong(name),
            })),
        }}
      />
      <div className="grid gap-5">
        <div>
          <SegmentedControl
            isWide
            id={fieldId('decision')}
            label={<FormattedMessage id="forms.physician.field.decision" />}
            options={[
              { value: 'approved', label: <FormattedMessage id="forms.physician.approved" /> },
              { value: 'refused', label: <FormattedMessage id="forms.physician.refused" /> },
            ]}
            value={draft.decision ?? undefined}
            onChange={(decision) => change({ decision })}
            wrong={wrong('decision')}
          />
          <div aria-live="polite">
            {meaning?.paragraphs.map((text) => (
              <p className="mt-3 text-sm text-ink-2" key={text}>
                {text}
              </p>
            ))}
          </div>
        </div>
        <Field
          id={fieldId('name')}
          required
          autoComplete="name"
          maxLength={200}
          dir="auto"
          label={<FormattedMessage id="forms.physician.field.name" />}
          value={draft.name}
          onChange={({ target }) => change({ name: target.value })}
          wrong={wrong('name')}
        />
        <Field
          id={fieldId('license')}
          required
          autoComplete="off"
          maxLength={100}
          dir="auto"
          label={<FormattedMessage id="forms.physician.field.license" />}
          value={draft.license}
          onChange={({ target }) => change({ license: target.value })}
          wrong={wrong('license')}
        />
        <Field
          id={fieldId('clinic')}
          maxLength={300}
          autoComplete="organization"
          required
          dir="auto"
          label={<FormattedMessage id="forms.physician.field.clinic" />}
          hint={<FormattedMessage id="forms.physician.clinic_hint" />}
          value={draft.clinic}
          onChange={({ target }) => change({ clinic: target.value })}
          wrong={wrong('clinic')}
        />
        <Field
          id={fieldId('phone')}
          type="tel"
          required
          autoComplete="tel"
          maxLength={40}
          dir="ltr"
          label={<FormattedMessage id="forms.physician.field.phone" />}
          hint={<FormattedMessage id="forms.physician.phone_hint" />}
          value={draft.phone}
          onChange={({ target }) => change({ phone: target.value })}
          wrong={wrong('phone')}
        />
        <TextAreaField
          maxLength={1_000}
          dir="auto"
          label={<FormattedMessage id="forms.physician.remarks" />}
          optional={<FormattedMessage id="forms.physician.optional" />}
          hint={<FormattedMessage id="forms.physician.remarks_hint" />}
          value={draft.remarks}
          onChange={({ target }) => change({ remarks: target.value })}
        />
        <SignatureField
          id={fieldId('signature')}
          name={<FormattedMessage id="forms.physician.field.signature" />}
          value={draft.signature}
          onChange={(signature) => change({ signature })}
          messages={{ ...messages, typeHint: intl.formatMessage({ id: 'forms.physician.type_hint' }) }}
          wrong={wrong('signature')}
        />
        <Checkbox
          id={fieldId('isAcknowledged')}
          checked={draft.isAcknowledged}
          onChange={({ target }) => change({ isAcknowledged: target.checked })}
          label={form.acknowledgement}
          wrong={wrong('isAcknowledged')}
        />
        <div className="grid gap-3">
          <Button type="submit" size="lg" isWide isBusy={isBusy}>
            <FormattedMessage id="forms.physician.submit" />
          </Button>
          <p className="text-sm text-ink-2">
            <FormattedMessage id="forms.physician.submit_hint" />
          </p>
        </div>
      </div>
    </form>
  );
}
