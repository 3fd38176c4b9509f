import { lazy, Suspense } from 'react';
import { ensureMessages } from '#platform/web/i18n/i18n.tsx';
import { withMessages } from '#platform/web/i18n/use-messages.tsx';
import { currentToken } from '#platform/web/session/session.ts';
import { Rows } from '#ui/lists/row.tsx';
import { findOpenApplication, needsApplicant } from '#features/applications/shared/open-application.ts';
import { useOwnApplications } from '#features/applications/web/queries.ts';
import { RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { NextUpSkeleton } from '#features/learning/web/dashboard/dashboard-head.tsx';
import { DashboardScreen } from '#features/learning/web/dashboard/dashboard-screen.tsx';
import type { ProfessionalStepProps } from '#features/learning/web/dashboard/learner-dashboard.tsx';

const features = ['applications', 'certifications'];

/** Few people have an application in progress, so the row and its messages are loaded for them only. */
const ApplicationRow = lazy(async () => {
  const [{ OwnApplicationRow }] = await Promise.all([
    import('#features/applications/web/own-applications/own-application-row.tsx'),
    ...features.map(ensureMessages),
  ]);
  return { default: withMessages(features, OwnApplicationRow) };
});

/** The same rules as on the home page of professionals and stores, and on the desk. */
const ProNextStep = lazy(async () => {
  const [{ ProNextStep }] = await Promise.all([import('./pro-next-step.tsx'), ensureMessages('professionals')]);
  return { default: withMessages(['professionals'], ProNextStep) };
});
const StaffNextStep = lazy(async () => {
  const [{ StaffNextStep }] = await Promise.all([import('./staff-next-step.tsx'), ensureMessages('association')]);
  return { default: withMessages(['association'], StaffNextStep) };
});

const ProfessionalStep = (props: ProfessionalStepProps) => (
  <Suspense fallback={<NextUpSkeleton />}>
    <ProNextStep {...props} />
  </Suspense>
);

/** The dashboard with the person's application in progress, and the next step of those who work here. */
export function DashboardPage() {
  const role = currentToken()?.role;
  const canApply = role === 'diver' || role === 'professional';
  const { data = [], isPending } = useOwnApplications({ isEnabled: canApply });
  const open = findOpenApplication(data);
  return (
    <DashboardScreen
      application={{
        isLoading: canApply && isPending,
        isNextStep: open !== null && needsApplicant(open),
        element: open && (
          <Suspense fallback={<RowsSkeleton rows={1} height={88} />}>
            <Rows>
              <ApplicationRow row={open} buttonKind={needsApplicant(open) ? 'filled' : 'outlined'} />
            </Rows>
          </Suspense>
        ),
      }}
      ProfessionalStep={role === 'professional' ? ProfessionalStep : null}
      nextStep={
        (role === 'store' || role === 'staff') && (
          <Suspense fallback={<NextUpSkeleton />}>{role === 'store' ? <ProNextStep /> : <StaffNextStep />}</Suspense>
        )
      }
    />
  );
}
