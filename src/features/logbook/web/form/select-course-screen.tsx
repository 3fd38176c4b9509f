import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { BackLink } from '#ui/layout/back-link.tsx';
import type { MessageId } from '#platform/shared/message-id.ts';
import type { TrainingMetres } from '#domain/training-lengths.ts';
import { useFormatTrainingLength } from '#domain/web/use-format-training-length.ts';
import { Card } from '#ui/layout/card.tsx';
import { PageHead, PageSection } from '#ui/layout/page.tsx';
import type { DiveLogRow } from '#features/logbook/shared/contract.ts';
import { adventureDives, openWaterDives, getTrainedDepthM } from '#features/logbook/shared/skills.ts';
import { StatusChip } from '#features/logbook/web/dive-text.tsx';
import { getTrainingFormPath } from '#features/logbook/shared/training-form-path.ts';
import { pageOptions } from '#features/logbook/web/queries.ts';
import { rowClass, rowText, DividedList } from '#ui/lists/row.tsx';
import { clsx } from 'clsx';

const coreDives: ReadonlySet<string> = new Set(['deep', 'navigation']);

/** Selects the training dive, which decides the skills of the form. Logged dives are marked. */
export function SelectCourseScreen() {
  const { data } = useQuery(pageOptions({ filter: { log_type: 'Training' }, sort: 'dive_date_desc' }, 0));
  const rows = data?.items ?? [];
  return (
    <>
      <PageHead
        back={
          <BackLink to="/logbook/list">
            <FormattedMessage id="logbook.form.back" />
          </BackLink>
        }
        title={<FormattedMessage id="logbook.course.title" />}
        text={<FormattedMessage id="logbook.course.text" />}
      />
      <div className="mt-8 grid gap-10 lg:max-w-[672px]">
        <OpenWater rows={rows.filter(({ log_course: course }) => course === 'open_water')} />
        <Advanced rows={rows.filter(({ log_course: course }) => course === 'advanced')} />
      </div>
    </>
  );
}

function OpenWater({ rows }: { rows: readonly DiveLogRow[] }) {
  const intl = useIntl();
  return (
    <PageSection title={<FormattedMessage id="logbook.course.open_water" />}>
      <p className="mb-3 text-sm text-ink-2">
        <FormattedMessage id="logbook.course.open_water_text" values={{ depth: <Depth metres={18} /> }} />
      </p>
      <Lessons>
        {openWaterDives.map((number) => {
          const title = intl.formatMessage({ id: 'logbook.form.lesson.open_water' }, { number });
          return (
            <Lesson
              key={number}
              to={getTrainingFormPath('open_water', number, title)}
              title={title}
              text={
                <FormattedMessage
                  id="logbook.course.depth"
                  values={{ depth: <Depth metres={getTrainedDepthM('open_water', number, null) ?? 18} /> }}
                />
              }
              log={rows.find(({ log_number: logged }) => logged === number)}
            />
          );
        })}
      </Lessons>
    </PageSection>
  );
}

function Advanced({ rows }: { rows: readonly DiveLogRow[] }) {
  const next = Math.min(rows.length + 1, 99);
  const list = (dives: readonly string[]) => (
    <Lessons>
      {dives.map((dive) => (
        <Lesson
          key={dive}
          to={getTrainingFormPath('advanced', next, dive)}
          title={<FormattedMessage id={`logbook.adventure.${dive}` as MessageId} />}
          log={rows.find(({ adventure_dive: logged }) => logged === dive)}
        />
      ))}
    </Lessons>
  );
  return (
    <PageSection title={<FormattedMessage id="logbook.course.advanced" />}>
      <p className="mb-3 text-sm text-ink-2">
        <FormattedMessage id="logbook.course.advanced_text" />
      </p>
      <div className="grid gap-4">
        <h3 className="text-sm">
          <FormattedMessage id="logbook.course.core" />
        </h3>
        {list(adventureDives.filter((dive) => coreDives.has(dive)))}
        <h3 className="text-sm">
          <FormattedMessage id="logbook.course.electives" />
        </h3>
        {list(adventureDives.filter((dive) => !coreDives.has(dive)))}
      </div>
    </PageSection>
  );
}

function Lessons({ children }: { children: ReactNode }) {
  return (
    <Card isPadded={false}>
      <DividedList>{children}</DividedList>
    </Card>
  );
}

interface LessonProps {
  to: string;
  title: ReactNode;
  text?: ReactNode;
  log: DiveLogRow | undefined;
}

function Lesson({ to, title, text, log }: LessonProps) {
  return (
    <li>
      <Link className={clsx(rowClass, 'px-5 hover:bg-hover')} to={to}>
        <span className={clsx(rowText, 'flex-1')}>
          <b>{title}</b>
          {text && <span>{text}</span>}
        </span>
        {log && <StatusChip status={log.status} />}
        <ChevronRight className="flip" size={20} aria-hidden="true" />
      </Link>
    </li>
  );
}

function Depth({ metres }: { metres: TrainingMetres }) {
  return <bdi>{useFormatTrainingLength()([metres])}</bdi>;
}
