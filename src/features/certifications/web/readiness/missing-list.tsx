import { CircleDashed } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatDay } from '#platform/shared/format-day.ts';
import type { Missing } from '#features/certifications/shared/readiness.ts';

export interface MissingListProps {
  missing: readonly Missing[];
  packageId: string;
  /** Null on the user's own page. */
  affiliateId: number | null;
}

/** The missing requirements for a card, with links to where they are handled. */
export function MissingList({ missing, packageId, affiliateId }: MissingListProps) {
  const intl = useIntl();
  return (
    <ul className="grid gap-2 mt-2 text-(length:--t-sm)">
      {missing.map(({ kind, day, names }) => {
        const to = getPath(kind, packageId, affiliateId);
        const text = (
          <FormattedMessage
            id={`certifications.missing.${kind}`}
            values={{
              count: names.length,
              names: intl.formatList(names),
              day: day === null ? '' : formatDay(intl, day, 'medium'),
            }}
          />
        );
        return (
          <li className="grid grid-cols-[16px_minmax(0,1fr)] gap-2" key={`${kind}/${day}/${names.join()}`}>
            <CircleDashed className="mt-0.75" size={16} aria-hidden="true" />
            <span>{to === null ? text : <Link to={to}>{text}</Link>}</span>
          </li>
        );
      })}
    </ul>
  );
}

const formsPath = '/training/forms-applications';

function getPath(kind: Missing['kind'], packageId: string, affiliateId: number | null): string | null {
  const record =
    affiliateId === null
      ? `/training/eRecord/${packageId}`
      : `/training/instructor/eRecord/${affiliateId}/${packageId}?affiliateId=${affiliateId}`;
  switch (kind) {
    case 'lessons':
    case 'exam':
      return affiliateId === null ? `/training/course/${packageId}` : record;
    case 'skills':
    case 'training_here':
      return record;
    case 'dives':
    case 'flexible':
      return affiliateId === null ? '/logbook/list' : '/logbook/verification';
    case 'photo':
    case 'photo_confirmation':
    case 'birthdate':
      return affiliateId === null ? '/profile' : null;
    case 'prerequisite':
      return affiliateId === null ? '/certifications/list' : null;
    case 'course':
    case 'outside':
    case 'date':
    case 'own_family':
      return null;
    default:
      return formsPath;
  }
}
