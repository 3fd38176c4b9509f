import { X } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useLocation } from 'react-router';
import { BackLink } from '#ui/layout/back-link.tsx';
import type { MessageId } from '#platform/shared/message-id.ts';
import { formatPlace } from '#platform/web/i18n/format-place.ts';
import { SaveStatus } from '#platform/web/sync/save-status.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { TaskBar } from '#ui/layout/task-bar.tsx';
import type { Application } from '#features/applications/shared/application.ts';
import { listOpenRequirements } from '#features/applications/shared/requirements.ts';
import { formatUtcDay, levelName } from '#features/applications/shared/labels.ts';
import { assignedPath, deskPath } from '#features/applications/web/paths.ts';
import { useReview, useReviewState } from './review-context.ts';
import { StateChip } from '#features/applications/web/state-chip.tsx';
import { iconButtonClass } from '#ui/buttons/icon-button.tsx';

/** Returns to the page that opened it, including its filters; the fallback depends on the role. */
function useBackPath(): string {
  const { state } = useLocation();
  const { role } = useReview().application;
  return (state as { from?: string } | null)?.from ?? (role === 'staff' ? deskPath : assignedPath);
}

export function ReviewHead() {
  const intl = useIntl();
  const { application } = useReview();
  const { applicant, state, id, role } = application;
  const where = formatPlace(applicant);
  return (
    <div className="mb-5 max-lg:pt-4">
      <PageHead
        back={
          <BackLink to={useBackPath()} className="mb-3 only-wide">
            <FormattedMessage id={role === 'staff' ? 'applications.review.close' : 'applications.assigned.title'} />
          </BackLink>
        }
        eyebrow={
          <FormattedMessage
            id="applications.review.eyebrow"
            values={{ level: levelName(intl, application), number: String(id) }}
          />
        }
        title={<Headline application={application} />}
        text={
          <>
            <b>
              <bdi>{applicant.name}</bdi>
            </b>
            {applicant.age !== null && (
              <>
                {' · '}
                <FormattedMessage id="applications.review.years" values={{ age: applicant.age }} />
              </>
            )}
            {where !== '' && (
              <>
                {' · '}
                <bdi>{where}</bdi>
              </>
            )}
            {applicant.email !== null && (
              <>
                {' · '}
                <bdi>{applicant.email}</bdi>
              </>
            )}
          </>
        }
        end={<StateChip state={state} />}
      />
    </div>
  );
}

function Headline({ application }: { application: Application }) {
  const intl = useIntl();
  const { state, applicant, requirements, stateDate, role } = application;
  const open = listOpenRequirements(requirements).length;
  const who = role === 'instructor' ? '' : '_others';
  const values = { name: <bdi>{applicant.name}</bdi>, count: open, date: formatUtcDay(intl, stateDate) };
  if (state === 'MemberReview' && who === '')
    return <FormattedMessage id={`applications.review.title.${open > 0 ? 'open' : 'ready'}`} values={values} />;
  const hasOther = state === 'SubmittedToInstructor' || state === 'MemberReview';
  return (
    <FormattedMessage id={`applications.review.title.${state}${hasOther ? who : ''}` as MessageId} values={values} />
  );
}

export function ReviewTaskBar() {
  const intl = useIntl();
  const { application, canDecide } = useReview();
  return (
    <TaskBar
      close={
        <Link
          to={useBackPath()}
          className={iconButtonClass()}
          aria-label={intl.formatMessage({ id: 'applications.review.close' })}
        >
          <X size={22} aria-hidden="true" />
        </Link>
      }
      title={application.applicant.name}
      state={canDecide ? <ReviewSaveStatus /> : <p className="text-xs text-ink-2">{levelName(intl, application)}</p>}
    />
  );
}

export function ReviewSaveStatus() {
  const { autosave } = useReview();
  const { save } = useReviewState(autosave);
  return <SaveStatus save={save} id={`applications.apply.state.${save.kind}`} />;
}
