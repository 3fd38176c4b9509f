import { clsx } from 'clsx';
import { Check, Circle } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { Stat } from '#ui/display/stat.tsx';
import { diveKindName } from '#features/applications/shared/labels.ts';
import { fieldId, useApplicant, useRequirements } from '#features/applications/web/applicant/applicant-context.ts';
import { logbookPath } from '#features/applications/web/paths.ts';

export function SectionDives() {
  const intl = useIntl();
  const { application } = useApplicant();
  const [dives] = useRequirements('dives');
  const [kinds] = useRequirements('dive_kinds');
  return (
    <>
      <div className="flex flex-wrap gap-y-4 gap-x-10" id={fieldId('dives')} tabIndex={-1}>
        {dives && (
          <Stat
            size="lg"
            value={intl.formatNumber(dives.have ?? 0)}
            unit={<FormattedMessage id="applications.apply.of" values={{ need: dives.need ?? 0 }} />}
            label={<FormattedMessage id="applications.apply.dives" />}
          />
        )}
        <Stat
          size="lg"
          value={intl.formatNumber(application.divesVerified)}
          label={<FormattedMessage id="applications.apply.verified" />}
        />
      </div>
      {kinds && (
        <ul className="flex flex-wrap gap-y-2 gap-x-5" id={fieldId('dive_kinds')} tabIndex={-1}>
          {kinds.parts.map(({ id, have, isMet }) => (
            <li key={id} className={clsx('flex items-center gap-1.5 text-(length:--t-sm)', !isMet && 'text-ink-2')}>
              {isMet ? (
                <Check className="text-accent" size={18} aria-hidden="true" />
              ) : (
                <Circle size={18} aria-hidden="true" />
              )}
              <FormattedMessage id="applications.apply.kind" values={{ kind: diveKindName(intl, id), count: have }} />
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm text-ink-2">
        <FormattedMessage id="applications.apply.dives_text" />{' '}
        <Link to={logbookPath}>
          <FormattedMessage id="applications.apply.to_logbook" />
        </Link>
      </p>
    </>
  );
}
