import { clsx } from 'clsx';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { buttonClass } from '#ui/buttons/button.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { MissingList } from './missing-list.tsx';
import { OutsideTraining } from './outside-training.tsx';
import { type Student, useReadiness } from './queries.ts';

/** The missing requirements for the card, or the card. Empty for a course without one. */
export function ReadinessPanel({ packageId, affiliateId }: Student) {
  const { data: readiness } = useReadiness({ packageId, affiliateId });
  if (readiness === undefined || (readiness.levelID === null && readiness.certified === null)) return null;
  const { certified, missing, isReady } = readiness;
  return (
    <PageSection title={<FormattedMessage id="certifications.readiness.title" />}>
      {certified !== null ? (
        <>
          <p>
            <FormattedMessage id="certifications.readiness.certified" />
          </p>
          {affiliateId === undefined && (
            <Link
              className={clsx(buttonClass({ kind: 'outlined' }), 'mt-4')}
              to={`/certifications/ecard/${certified.licenseID}`}
            >
              <FormattedMessage id="certifications.readiness.card" />
            </Link>
          )}
        </>
      ) : (
        <>
          <p className="text-sm text-ink-2">
            <FormattedMessage id={`certifications.readiness.${isReady ? 'ready' : 'open'}`} />
          </p>
          <MissingList missing={missing} packageId={packageId} affiliateId={affiliateId ?? null} />
          <OutsideTraining readiness={readiness} isOwn={affiliateId === undefined} />
        </>
      )}
    </PageSection>
  );
}
