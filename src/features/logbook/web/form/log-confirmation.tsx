import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatDay } from '#platform/shared/format-day.ts';
import { buttonClass } from '#ui/buttons/button.tsx';
import { BuoyDrawing } from '#ui/drawings/buoy-drawing.tsx';
import { FishDrawing } from '#ui/drawings/fish-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { joinFacts } from '#platform/web/i18n/join-facts.ts';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import { instructorName } from '#features/logbook/shared/instructor-name.ts';
import { openWaterDives } from '#features/logbook/shared/skills.ts';
import { StatusChip } from '#features/logbook/web/dive-text.tsx';
import { getTrainingFormPath } from '#features/logbook/shared/training-form-path.ts';

/** Confirms the submission and offers the next steps. */
export function LogConfirmation({ log }: { log: DiveLog }) {
  const intl = useIntl();
  const isTraining = log.log_type === 'Training';
  const facts = [log.dive_date && formatDay(intl, log.dive_date, 'full'), log.dive_location].filter(Boolean);
  return (
    <div className="mx-auto max-w-[560px]">
      <EmptyState
        level={1}
        isCard
        drawing={isTraining ? <BuoyDrawing /> : <FishDrawing />}
        title={isTraining ? <SubmittedTitle log={log} /> : <LoggedTitle log={log} />}
        text={<FormattedMessage id={isTraining ? 'logbook.done.submitted_text' : 'logbook.done.logged_text'} />}
        action={
          <div className="grid gap-6">
            <div className="grid justify-items-center gap-2">
              <b>
                <bdi>{log.dive_title}</bdi>
              </b>
              <p className="text-sm text-ink-2">
                <bdi>{joinFacts(...facts)}</bdi>
              </p>
              <StatusChip status={log.status} />
            </div>
            <NextSteps log={log} />
          </div>
        }
      />
    </div>
  );
}

function SubmittedTitle({ log: { status, instructor } }: { log: DiveLog }) {
  if (status === 'Verified') return <FormattedMessage id="logbook.done.verified" />;
  if (instructor === null) return <FormattedMessage id="logbook.done.submitted_nobody" />;
  const name = <bdi>{instructorName(instructor, currentLocale())}</bdi>;
  return <FormattedMessage id="logbook.done.submitted" values={{ instructor: name }} />;
}

function LoggedTitle({ log: { dive_number: number } }: { log: DiveLog }) {
  return number === null ? (
    <FormattedMessage id="logbook.done.logged" />
  ) : (
    <FormattedMessage id="logbook.done.logged_number" values={{ number }} />
  );
}

function NextSteps({ log }: { log: DiveLog }) {
  const intl = useIntl();
  const nextNumber = openWaterDives.find(
    (number) => log.log_course === 'open_water' && number === (log.log_number ?? 9) + 1,
  );
  const lesson = intl.formatMessage({ id: 'logbook.form.lesson.open_water' }, { number: nextNumber ?? 0 });
  return (
    <div className="flex flex-wrap justify-center gap-3">
      <Link className={buttonClass({ kind: 'outlined' })} to={`/logbook/dive/${log.id}`}>
        <FormattedMessage id="logbook.done.see" />
      </Link>
      {nextNumber === undefined ? (
        <Link
          className={buttonClass({ kind: 'outlined' })}
          to={log.log_type === 'Training' ? '/logbook/log-dive/select-course' : '/logbook/log-dive/recreational/create'}
        >
          <FormattedMessage id="logbook.done.another" />
        </Link>
      ) : (
        <Link className={buttonClass({ kind: 'outlined' })} to={getTrainingFormPath('open_water', nextNumber, lesson)}>
          <FormattedMessage id="logbook.done.next" values={{ lesson }} />
        </Link>
      )}
      <Link className={buttonClass()} to="/logbook/list">
        <FormattedMessage id="logbook.done.list" />
      </Link>
    </div>
  );
}
