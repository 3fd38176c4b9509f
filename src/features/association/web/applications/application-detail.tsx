import { MessageSquareText } from 'lucide-react';
import type { ComponentType } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { getInitials } from '#platform/web/i18n/initials.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import type { Application, ApplicationRow } from '#features/applications/shared/application.ts';
import type { DeskQueue } from '#features/applications/shared/contract.ts';
import { levelName } from '#features/applications/shared/labels.ts';
import { ApplicationActions } from './application-actions.tsx';
import { ApplicationChecks } from './application-checks.tsx';
import { ApplicationNotes } from './application-notes.tsx';
import type { ApplicationQuery, Attachment } from './queries.ts';
import { ApplicationHistory } from './application-history.tsx';
import type { OpenDialog } from './decision-dialog.tsx';
import { BackToListButton } from './back-to-list-button.tsx';
import { AttachmentList } from './attachment-list.tsx';

/** The submitted form, provided by the applications feature. */
export type SubmittedFormView = ComponentType<{ application: Application }>;

interface ApplicationDetailProps {
  FilledIn: SubmittedFormView;
  row: ApplicationRow;
  queue: DeskQueue;
  reading: ApplicationQuery;
  /** The reason the decision failed, or null. */
  failure: string | null;
  exhibits: readonly Attachment[];
  onShow: (at: number) => void;
  /** Set when the detail is a page of its own. */
  onBack: (() => void) | null;
  onApprove: () => void;
  onAsk: (dialog: OpenDialog) => void;
}

export function ApplicationDetail(props: ApplicationDetailProps) {
  const { FilledIn, row, queue, reading, failure, exhibits, onShow, onBack, onApprove, onAsk } = props;
  const { data: application } = reading;
  return (
    <section
      className="flex flex-col min-w-0 min-h-0 bg-surface lg:overflow-hidden xl:border-s xl:border-line"
      aria-labelledby="detail-name"
    >
      <div className="flex relative flex-1 flex-col gap-4 py-4 px-gutter lg:overflow-auto lg:p-5 lg:pe-6">
        {onBack && <BackToListButton onBack={onBack} />}
        <DetailHeader row={row} application={application} />
        <div role="alert" className="empty:hidden">
          {failure !== null && <Callout kind="alert">{failure}</Callout>}
        </div>
        <QueryView query={reading} skeleton={<DetailSkeleton />} level={3}>
          {(loaded) => <DetailSections FilledIn={FilledIn} application={loaded} exhibits={exhibits} onShow={onShow} />}
        </QueryView>
      </div>
      <ApplicationActions
        queue={queue}
        application={application}
        onApprove={onApprove}
        onReturn={() => onAsk('return')}
        onReject={() => onAsk('reject')}
      />
    </section>
  );
}

function DetailHeader({ row, application }: { row: ApplicationRow; application: Application | undefined }) {
  const intl = useIntl();
  const age = application?.applicant.age ?? null;
  return (
    <header className="flex gap-3 items-center">
      <Avatar size="lg" initials={getInitials(row.applicantName)} />
      <div className="min-w-0">
        <h2 className="wrap-anywhere" id="detail-name" tabIndex={-1} data-part="title">
          <bdi>{row.applicantName}</bdi>
        </h2>
        <p className="num text-sm text-ink-2">
          <FormattedMessage
            id={age === null ? 'association.applications.facts' : 'association.applications.facts_age'}
            values={{ level: levelName(intl, row), number: <bdi>{row.applicantId}</bdi>, age }}
          />
        </p>
      </div>
    </header>
  );
}

function DetailSections({
  FilledIn,
  application,
  exhibits,
  onShow,
}: Pick<ApplicationDetailProps, 'FilledIn' | 'exhibits' | 'onShow'> & { application: Application }) {
  const { recommendation, instructor } = application;
  return (
    <>
      <ApplicationChecks application={application} />
      {exhibits.length > 0 && <AttachmentList exhibits={exhibits} onShow={onShow} />}
      {recommendation !== '' && (
        <Callout icon={<MessageSquareText size={20} aria-hidden="true" />}>
          <FormattedMessage
            id="association.applications.word"
            values={{
              name: <b key="name">{instructor?.name}</b>,
              text: (
                <span key="text" dir="auto">
                  {recommendation}
                </span>
              ),
            }}
          />
        </Callout>
      )}
      <Disclosure title={<FormattedMessage id="association.applications.filled_in" />}>
        <FilledIn application={application} />
      </Disclosure>
      <ApplicationHistory steps={application.steps} />
      <ApplicationNotes key={application.id} applicationId={application.id} />
    </>
  );
}

function DetailSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'association.applications.loading_one' })} className="grid gap-2">
      <SkeletonRows count={7} height={32} />
    </SkeletonGroup>
  );
}
