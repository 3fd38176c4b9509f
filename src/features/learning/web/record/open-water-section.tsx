import { clsx } from 'clsx';
import { Check } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { toDisplayValue, getUnitName, getUnit } from '#domain/units.ts';
import { useFormatTrainingLength } from '#domain/web/use-format-training-length.ts';
import { useUnits } from '#domain/web/use-units.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Stat } from '#ui/display/stat.tsx';
import { skillLengths } from '#features/logbook/shared/skills.ts';
import type { CourseRecord, RecordDive } from '#features/learning/shared/record-contract.ts';
import { getRecordParts } from '#features/learning/shared/record-progress.ts';
import { toDiveSkill } from '#features/learning/shared/skills.ts';
import { UnsignedText, SkillCheckbox, type SkillSelection } from './confined-section.tsx';
import { RecordRow, RecordSection } from './record-section.tsx';
import { formatDay } from '#platform/shared/format-day.ts';
import { SignatureText } from './signature-text.tsx';

interface OpenWaterSectionProps {
  record: CourseRecord;
  isOwn: boolean;
  choosing?: SkillSelection | undefined;
}

/** Dives are filled in from the logbook, or signed by the instructor if the logbook does not know the course. */
export function OpenWaterSection({ record, isOwn, choosing }: OpenWaterSectionProps) {
  const { openWater, flexible, logCourse } = record;
  const practised = flexible.filter(({ dive }) => dive !== null).length;
  return (
    <RecordSection
      title={<FormattedMessage id="learning.record.open_water" />}
      count={getRecordParts(record).openWater}
    >
      <ul>
        {openWater.map((dive) => (
          <DiveRow
            key={dive.number}
            dive={dive}
            logCourse={logCourse}
            canLog={isOwn}
            choosing={logCourse === null ? choosing : undefined}
          />
        ))}
      </ul>
      {flexible.length > 0 && (
        <Disclosure
          hasLine={false}
          className="border-t border-line"
          title={
            <span className="flex items-baseline justify-between gap-3">
              <FormattedMessage id="learning.record.flexible" />
              <span className="num flex-none text-(length:--t-sm) font-text text-ink-2">
                <FormattedMessage id="learning.record.of" values={{ done: practised, total: flexible.length }} />
              </span>
            </span>
          }
        >
          <SkillList skills={flexible.map(({ skill, dive }) => ({ skill, isDone: dive !== null, dive }))} />
        </Disclosure>
      )}
    </RecordSection>
  );
}

interface DiveRowProps {
  dive: RecordDive;
  logCourse: string | null;
  canLog: boolean;
  choosing: SkillSelection | undefined;
}

function DiveRow({ dive, logCourse, canLog, choosing }: DiveRowProps) {
  const intl = useIntl();
  const { number, title, date, signature, isPending, skills } = dive;
  const name = intl.formatMessage({ id: 'learning.record.dive' }, { number });
  const checkbox = choosing && signature === null && <SkillCheckbox skill={toDiveSkill(number)} {...choosing} />;
  return (
    <RecordRow
      isSigned={signature !== null}
      {...(checkbox && { checkbox })}
      title={checkbox ? <span aria-hidden="true">{name}</span> : name}
      text={
        title && date ? (
          <>
            <bdi>{title}</bdi> · <span className="num">{formatDay(intl, date, 'medium')}</span>
          </>
        ) : (
          signature?.note && <bdi>{signature.note}</bdi>
        )
      }
      end={
        signature ? (
          <SignatureText signature={signature} />
        ) : isPending ? (
          <span className="text-ink-3">
            <FormattedMessage id="learning.path.pending" />
          </span>
        ) : canLog && logCourse !== null ? (
          <Link to={`/logbook/log-dive/training/create/${logCourse}/${number}`}>
            <FormattedMessage id="learning.record.log_dive" values={{ number }} />
          </Link>
        ) : logCourse !== null ? (
          <span className="text-ink-3">
            <FormattedMessage id="learning.record.not_verified" />
          </span>
        ) : (
          <UnsignedText />
        )
      }
    >
      {signature !== null && skills.length > 0 && (
        <div className="mt-2 grid gap-2 @min-[560px]:grid-cols-[96px_minmax(0,1fr)] @min-[560px]:gap-5">
          <DiveNumbers dive={dive} />
          <SkillList skills={skills} />
        </div>
      )}
    </RecordRow>
  );
}

function DiveNumbers({ dive: { maxDepthM, bottomTimeMin, typed } }: { dive: RecordDive }) {
  const intl = useIntl();
  const system = useUnits();
  return (
    <div className="flex gap-6 @min-[560px]:flex-col @min-[560px]:gap-1">
      {maxDepthM !== null && (
        <Stat
          size="sm"
          value={intl.formatNumber(toDisplayValue('depth', system, maxDepthM, typed[0]), { maximumFractionDigits: 1 })}
          unit={getUnitName(getUnit('depth', system), intl.locale)}
        />
      )}
      {bottomTimeMin !== null && (
        <Stat
          size="sm"
          value={intl.formatNumber(bottomTimeMin)}
          unit={intl.formatMessage({ id: 'logbook.show.min' })}
        />
      )}
    </div>
  );
}

interface ListedSkill {
  skill: string;
  isDone: boolean;
  dive?: number | null;
}

function SkillList({ skills }: { skills: readonly ListedSkill[] }) {
  const intl = useIntl();
  const write = useFormatTrainingLength();
  const textOf = (skill: string) => {
    const length = skillLengths[skill];
    return intl.formatMessage({ id: `logbook.skill.${skill}` as MessageId }, length && { length: write(length) });
  };
  return (
    <ul className="columns-[240px] gap-x-5 text-sm">
      {skills.map(({ skill, isDone, dive }) => (
        <li
          className={clsx(
            'grid break-inside-avoid grid-cols-[16px_minmax(0,1fr)] gap-2 py-0.5',
            !isDone && 'text-ink-3',
          )}
          key={skill}
        >
          {isDone && <Check className="mt-0.75 text-accent-text" size={16} aria-hidden="true" />}
          <span className="col-2">
            {textOf(skill)}
            {!isDone && <span className="vh"> {intl.formatMessage({ id: 'learning.record.not_practiced' })}</span>}
            {typeof dive === 'number' && (
              <span className="text-ink-3">
                {' '}
                <FormattedMessage id="learning.record.on_dive" values={{ number: dive }} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
