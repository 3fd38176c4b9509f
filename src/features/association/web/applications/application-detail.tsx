import { MessageSquareText } from '#ui/icons/icons.ts';
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
import { BackButton, DetailPane } from '#features/association/web/desk-layout.tsx';
import { AttachmentList } from './attachment-list.tsx';

/** The submitted form, provided by the applications feature. */
export type SubmittedFormView = ComponentType<{ application: Application }>;

interface ApplicationDetailProps {
  SubmittedForm: SubmittedFormView;
  row: ApplicationRow;
  queue: DeskQueue;
  query: ApplicationQuery;
  /** The reason the decision failed, or null. */
  failure: string | null;
  attachments: readonly Attachment[];
  onShow: (at: number) => void;
  /** Set when the detail is a page of its own. */
  onBack: (() => void) | null;
  onApprove: () => void;
  onOpenDialog: (dialog: OpenDialog) => void;
}

export function ApplicationDetail(props: ApplicationDetailProps) {
  const { SubmittedForm, row, queue, query, failure, attachments, onShow, onBack, onApprove, onOpenDialog } = props;
  const { data: application } = query;
  return (
    <DetailPane
      labelledBy="detail-name"
      footer={
        <ApplicationActions
          queue={queue}
          application={application}
          onApprove={onApprove}
          onReturn={() => onOpenDialog('return')}
          onReject={() => onOpenDialog('reject')}
        />
      }
    >
      {onBack && (
        <BackButton onBack={onBack}>
          <FormattedMessage id="association.applications.back" />
        </BackButton>
      )}
      <DetailHeader row={row} application={application} />
      <div role="alert" className="empty:hidden">
        {failure !== null && <Callout kind="alert">{failure}</Callout>}
      </div>
      <QueryView query={query} skeleton={<DetailSkeleton />} level={3}>
        {(loaded) => (
          <DetailSections
            SubmittedForm={SubmittedForm}
            application={loaded}
            attachments={attachments}
            onShow={onShow}
          />
        )}
      </QueryView>
    </DetailPane>
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
  SubmittedForm,
  application,
  attachments,
  onShow,
}: Pick<ApplicationDetailProps, 'SubmittedForm' | 'attachments' | 'onShow'> & { application: Application }) {
  const { recommendation, instructor } = application;
  return (
    <>
      <ApplicationChecks application={application} />
      {attachments.length > 0 && <AttachmentList attachments={attachments} onShow={onShow} />}
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
        <SubmittedForm application={application} />
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
