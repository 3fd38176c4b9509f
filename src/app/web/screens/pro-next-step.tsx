import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { NextUpBox, NextUpSkeleton } from '#features/learning/web/dashboard/dashboard-head.tsx';
import type { ProfessionalStepProps } from '#features/learning/web/dashboard/learner-dashboard.tsx';
import { useFirstHeldCodes } from '#features/learning/web/dashboard/dashboard-queries.ts';
import { findUrgentTask } from '#features/professionals/web/home/urgent-task.ts';
import { countFromQuery } from '#platform/web/client/query-state.ts';
import { buttonClass } from '#ui/buttons/button.tsx';
import { useProCounts } from './use-pro-counts.ts';

/**
 * The most urgent task of a professional or store, as on their home page; without one, the next step in their own
 * course or the codes that expire soon.
 */
export function ProNextStep({ isNextStep = true, renderOwnStep }: Partial<ProfessionalStepProps>) {
  const task = findUrgentTask(useProCounts());
  const codes = countFromQuery(useFirstHeldCodes(), ({ expiringSoon }) => expiringSoon);
  if (task === null || codes === undefined) return <NextUpSkeleton />;
  const { what, count, to } = task;
  const ownStep = renderOwnStep?.(what !== 'nothing') ?? null;
  if (what === 'nothing' && ownStep !== null) return ownStep;
  if (what === 'nothing' && codes > 0)
    return (
      <NextUpBox
        what={<FormattedMessage id="professionals.home.expiring" />}
        title={<FormattedMessage id="professionals.home.codes_expiring" values={{ count: codes }} />}
      >
        <Link className={buttonClass({ kind: isNextStep ? 'filled' : 'outlined' })} to="/pro/codes">
          <FormattedMessage id="professionals.home.to_codes" />
        </Link>
      </NextUpBox>
    );
  return (
    <div className="grid min-w-0 gap-3">
      <NextUpBox
        what={<FormattedMessage id="professionals.home.today" />}
        title={<FormattedMessage id={`professionals.home.standing.${what}`} values={{ count }} />}
      >
        <Link className={buttonClass({ kind: isNextStep && what !== 'nothing' ? 'filled' : 'outlined' })} to={to}>
          <FormattedMessage id={`professionals.home.act.${what}`} />
        </Link>
      </NextUpBox>
      {ownStep}
    </div>
  );
}
