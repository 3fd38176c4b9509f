import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { useActingFor } from '#platform/web/session/acting-for.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { combineQueries } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { isInstructor, isProfessional } from '#domain/roles.ts';
import { FamilySwitch } from '#features/account/web/family-switch.tsx';
import { ProfileForm } from './profile-form.tsx';
import { useCountries, useProfile } from './profile-queries.ts';
import type { FullProfile, ProfileDetails } from './profile-values.ts';

const path = '/profile';

export function ProfileScreen() {
  const { affiliateId } = useActingFor();
  const query = combineQueries(useProfile(affiliateId), useCountries(), (profile, countries) => ({
    profile,
    countries,
  }));
  return (
    <>
      <FamilySwitch path={path} />
      <QueryView
        query={query}
        skeleton={<ProfileSkeleton />}
        level={1}
        renderError={(error) => error instanceof ApiError && error.status === 404 && <NoProfile />}
      >
        {({ profile, countries }) => (
          <>
            <ProfileHead profile={profile} />
            {/* Keyed by person, so input for one person isn't left in another's form. */}
            <ProfileForm key={affiliateId} profile={profile} countries={countries} />
          </>
        )}
      </QueryView>
    </>
  );
}

function ProfileHead({ profile: { fullName, profile } }: { profile: FullProfile }) {
  const { relation, firstName } = profile;
  return (
    <>
      <PageHead
        eyebrow={<FormattedMessage id="account.profile.eyebrow" />}
        title={<bdi>{fullName || profile.email}</bdi>}
        text={<ProfessionalFacts details={profile} />}
      />
      {relation !== 'self' && (
        <div className="mt-4">
          <Callout>
            <FormattedMessage
              id={relation === 'guardian' ? 'account.profile.as_guardian' : 'account.profile.as_staff'}
              values={{ name: <b>{<bdi>{firstName}</bdi>}</b> }}
            />
          </Callout>
        </div>
      )}
    </>
  );
}

/** The level, number and status of a professional, or the number of a store. */
function ProfessionalFacts({ details }: { details: ProfileDetails }) {
  const { affiliateTypeId, memberNumber, memberStatus, storeNumber } = details;
  if (storeNumber !== null) return <FormattedMessage id="account.profile.store" values={{ number: storeNumber }} />;
  if (!isProfessional(affiliateTypeId) || memberNumber === null) return null;
  return (
    <>
      <FormattedMessage
        id={isInstructor(affiliateTypeId) ? 'account.profile.instructor' : 'account.profile.divemaster'}
      />
      {' · '}
      <FormattedMessage id="account.profile.member" values={{ number: memberNumber }} />
      {' · '}
      <FormattedMessage id={memberStatus === 'Active' ? 'account.profile.active' : 'account.profile.inactive'} />
    </>
  );
}

function NoProfile() {
  return (
    <EmptyState
      level={1}
      drawing={<CompassDrawing />}
      title={<FormattedMessage id="account.profile.none" />}
      text={<FormattedMessage id="account.profile.none_text" />}
      action={
        <Link className={buttonClass()} to={path}>
          <FormattedMessage id="account.profile.none_action" />
        </Link>
      }
    />
  );
}

function ProfileSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'account.profile.loading' })} className="grid max-w-[712px] gap-4">
      <Skeleton height={64} width={280} />
      <Skeleton height={200} />
      <Skeleton height={260} />
      <Skeleton height={230} />
    </SkeletonGroup>
  );
}
