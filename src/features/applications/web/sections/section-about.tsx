import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { buttonClass } from '#ui/buttons/button.tsx';
import { Stat } from '#ui/display/stat.tsx';
import { fieldId, useRequirements } from '#features/applications/web/applicant/applicant-context.ts';
import { profilePath } from '#features/applications/web/paths.ts';

export function SectionAbout() {
  const [age] = useRequirements('age');
  if (age === undefined) return null;
  return (
    <div className="grid gap-3 justify-items-start" id={fieldId(age.id)} tabIndex={-1}>
      {age.have === null ? (
        <>
          <p>
            <FormattedMessage id="applications.apply.no_birthdate" />
          </p>
          <Link className={buttonClass({ kind: 'outlined' })} to={profilePath}>
            <FormattedMessage id="applications.apply.to_profile" />
          </Link>
        </>
      ) : (
        <>
          <Stat
            value={age.have}
            unit={<FormattedMessage id="applications.apply.years" values={{ count: age.have }} />}
          />
          <p className="text-sm text-ink-2">
            <FormattedMessage
              id="applications.apply.about"
              values={{ need: age.need, isMet: age.isMet ? 'yes' : 'no' }}
            />{' '}
            <Link to={profilePath}>
              <FormattedMessage id="applications.apply.see_profile" />
            </Link>
          </p>
        </>
      )}
    </div>
  );
}
