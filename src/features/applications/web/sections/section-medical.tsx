import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { SentenceSpace } from '#platform/web/i18n/sentence-space.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { Field } from '#ui/fields/field.tsx';
import { formatRequirement } from '#features/applications/shared/labels.ts';
import { fieldId, useRequirements } from '#features/applications/web/applicant/applicant-context.ts';
import { medicalPath } from '#features/applications/web/paths.ts';
import { ProofField } from './proof-field.tsx';

/** The medical on file; otherwise a link to the form, or an upload of the signed page. */
export function SectionMedical() {
  const intl = useIntl();
  const [requirement] = useRequirements('medical');
  const [dated, setDated] = useState('');
  if (requirement === undefined) return null;
  return (
    <>
      <div className="grid gap-3 justify-items-start" id={fieldId('medical')} tabIndex={-1}>
        <p>{formatRequirement(intl, requirement)}</p>
        <p className="text-sm text-ink-2">
          <FormattedMessage id="applications.apply.medical" values={{ need: requirement.need ?? 0 }} />
          <SentenceSpace />
          <FormattedMessage id="applications.apply.who_sees.store" />
        </p>
        {!requirement.isMet && (
          <Link className={buttonClass({ kind: 'outlined' })} to={medicalPath}>
            <FormattedMessage id="applications.apply.medical_begin" />
          </Link>
        )}
      </div>
      <div className="grid gap-3">
        <h3>
          <FormattedMessage id="applications.apply.medical_upload" />
        </h3>
        <Field
          type="date"
          className="num max-w-70"
          label={<FormattedMessage id="applications.apply.medical_date" />}
          hint={<FormattedMessage id="applications.apply.medical_date_hint" />}
          value={dated}
          onChange={({ target }) => setDated(target.value)}
        />
        <ProofField kind="medical" dated={dated} onSent={() => setDated('')} />
      </div>
    </>
  );
}
