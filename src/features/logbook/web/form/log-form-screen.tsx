import { FormattedMessage, useIntl } from 'react-intl';
import { Link, Navigate, useLocation, useParams } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageColumns } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { LogType } from '#features/logbook/shared/enums.ts';
import { adventureDives, courses } from '#features/logbook/shared/skills.ts';
import { useDiveLog, useOpenTrainingDives } from '#features/logbook/web/queries.ts';
import { LogConfirmation } from './log-confirmation.tsx';
import { LogForm } from './log-form.tsx';
import type { LogValues } from './log-values.ts';
import { useOpenForm } from './use-open-form.ts';

export function RecreationalFormScreen() {
  const { logId } = useParams();
  const { key } = useLocation();
  return logId === undefined ? (
    <NewLog key={key} type="Recreational" preset={{}} scope="new-recreational" />
  ) : (
    <ExistingLog />
  );
}

export function TrainingFormScreen() {
  const intl = useIntl();
  const { key } = useLocation();
  const { course, logNumber, title, logId } = useParams();
  const openDives = useOpenTrainingDives({ isEnabled: logId === undefined });
  if (logId !== undefined) return <ExistingLog />;
  if (!isOneOf(courses, course)) return <Navigate to="/logbook/log-dive/select-course" replace />;
  // The title of an adventure dive is its id; any other title is the user's own text.
  const adventure = isOneOf(adventureDives, title) ? title : null;
  if (openDives.isPending) return <FormSkeleton />;
  const number = /^[1-9]\d?$/.test(logNumber ?? '') ? Number(logNumber) : null;
  const hasLesson = course === 'open_water' && number !== null;
  const lesson = hasLesson ? intl.formatMessage({ id: 'logbook.form.lesson.open_water' }, { number }) : '';
  const instructor = openDives.data?.find((dive) => dive.log_course === course)?.instructor;
  const preset = {
    log_course: course,
    log_number: number,
    adventure_dive: course === 'advanced' ? adventure : null,
    dive_title: adventure === null ? (title ?? lesson) : intl.formatMessage({ id: `logbook.adventure.${adventure}` }),
    memsys_member_number: instructor ? String(instructor.memsys_member_number) : '',
  };
  const scope = ['new-training', course, logNumber, title].filter(Boolean).join('-');
  return <NewLog key={key} type="Training" preset={preset} scope={scope} />;
}

/** The update route without an id redirects to the list. */
export function UpdateFormScreen() {
  return useParams()['logId'] === undefined ? <Navigate to="/logbook/list" replace /> : <ExistingLog />;
}

const isOneOf = <Option extends string>(options: readonly Option[], value: string | undefined): value is Option =>
  (options as readonly (string | undefined)[]).includes(value);

function NewLog({ type, preset, scope }: { type: LogType; preset: Partial<LogValues>; scope: string }) {
  const form = useOpenForm(scope, { type, log: null, preset });
  return form === null ? <FormSkeleton /> : <LogForm form={form} />;
}

function ExistingLog() {
  const { logId = '', confirmation } = useParams();
  return (
    <QueryView
      query={useDiveLog(logId)}
      skeleton={<FormSkeleton />}
      renderError={(error) =>
        error instanceof ApiError && ['not_found', 'request.invalid'].includes(error.code) && <NoLog />
      }
    >
      {(log) => (confirmation === undefined ? <OpenLog key={logId} logId={logId} /> : <LogConfirmation log={log} />)}
    </QueryView>
  );
}

function OpenLog({ logId }: { logId: string }) {
  const { data } = useDiveLog(logId);
  const form = useOpenForm(logId, data === undefined ? null : { type: data.log_type, log: data, preset: {} });
  return form === null ? <FormSkeleton /> : <LogForm form={form} />;
}

function NoLog() {
  return (
    <EmptyState
      level={1}
      drawing={<CompassDrawing />}
      title={<FormattedMessage id="logbook.form.none" />}
      text={<FormattedMessage id="logbook.form.none_text" />}
      action={
        <Link className={buttonClass()} to="/logbook/list">
          <FormattedMessage id="logbook.form.none_action" />
        </Link>
      }
    />
  );
}

function FormSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'logbook.form.loading' })}>
      <PageColumns>
        <div className="grid gap-4">
          <Skeleton height={66} width="60%" />
          <Skeleton height={420} />
          <Skeleton height={300} />
        </div>
        <div className="only-wide grid gap-4">
          <Skeleton height={20} />
          <Skeleton height={188} />
          <Skeleton height={48} />
        </div>
      </PageColumns>
    </SkeletonGroup>
  );
}
