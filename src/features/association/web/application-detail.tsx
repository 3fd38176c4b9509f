import { MessageSquareText } from 'lucide-react';
import type { ComponentType } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useFailureWords } from '../../../platform/web/failure-words.ts';
import { initialsOf } from '../../../platform/web/initials.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SkeletonGroup, SkeletonRows } from '../../../ui/skeleton.tsx';
import type { Application, ApplicationRow } from '../../applications/shared/application.ts';
import type { DeskQueue } from '../../applications/shared/contract.ts';
import { levelName } from '../../applications/shared/words.ts';
import { ApplicationActions } from './application-actions.tsx';
import { ApplicationChecks } from './application-checks.tsx';
import { ApplicationNotes } from './application-notes.tsx';
import type { ApplicationReading, Exhibit } from './application-queries.ts';
import { ApplicationTrail } from './application-trail.tsx';
import type { OpenDialog } from './decision-dialog.tsx';
import { DetailBack } from './detail-back.tsx';
import { ExhibitList } from './exhibit-list.tsx';

/** What was filled in, as the area of applications shows it. */
export type FilledInView = ComponentType<{ application: Application }>;

interface ApplicationDetailProps {
  FilledIn: FilledInView;
  row: ApplicationRow;
  queue: DeskQueue;
  reading: ApplicationReading;
  /** Why it was not decided; null where nothing stands in the way. */
  failure: string | null;
  exhibits: readonly Exhibit[];
  onShow: (at: number) => void;
  /** Where it is a page of its own. */
  onBack: (() => void) | null;
  onApprove: () => void;
  onAsk: (dialog: OpenDialog) => void;
}

export function ApplicationDetail(props: ApplicationDetailProps) {
  const { FilledIn, row, queue, reading, failure, exhibits, onShow, onBack, onApprove, onAsk } = props;
  const { data: application } = reading;
  return (
    <section className="detail" aria-labelledby="detail-name">
      <div className="detail-body">
        {onBack && <DetailBack onBack={onBack} />}
        <DetailHead row={row} application={application} />
        <div role="alert" className="empty:hidden">
          {failure !== null && <Callout kind="alert">{failure}</Callout>}
        </div>
        {application === undefined ? (
          <Loading reading={reading} />
        ) : (
          <DetailParts FilledIn={FilledIn} application={application} exhibits={exhibits} onShow={onShow} />
        )}
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

function DetailHead({ row, application }: { row: ApplicationRow; application: Application | undefined }) {
  const intl = useIntl();
  const age = application?.applicant.age ?? null;
  return (
    <header className="detail-head">
      <Avatar size="large" initials={initialsOf(row.applicantName)} />
      <div className="min-w-0">
        <h2 id="detail-name" tabIndex={-1} data-part="title">
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

function DetailParts({
  FilledIn,
  application,
  exhibits,
  onShow,
}: Pick<ApplicationDetailProps, 'FilledIn' | 'exhibits' | 'onShow'> & { application: Application }) {
  const { recommendation, instructor } = application;
  return (
    <>
      <ApplicationChecks application={application} />
      {exhibits.length > 0 && <ExhibitList exhibits={exhibits} onShow={onShow} />}
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
      <ApplicationTrail steps={application.steps} />
      <ApplicationNotes key={application.id} applicationId={application.id} />
    </>
  );
}

function Loading({ reading: { error, isFetching, refetch } }: { reading: ApplicationReading }) {
  const intl = useIntl();
  const words = useFailureWords();
  if (error !== null) return <ErrorState {...words} level={3} isBusy={isFetching} onRefresh={() => void refetch()} />;
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'association.applications.loading_one' })} className="grid gap-2">
      <SkeletonRows count={7} height={32} />
    </SkeletonGroup>
  );
}
