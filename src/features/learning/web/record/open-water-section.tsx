import { Check } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { toDisplayValue, getUnitName, getUnit } from '#domain/units.ts';
import { useFormatTrainingLength } from '#domain/web/use-format-training-length.ts';
import { useUnits } from '#domain/web/use-units.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Stat } from '#ui/display/stat.tsx';
import { skillLengths } from '#features/logbook/shared/skills.ts';
import type { ERecord, RecordDive } from '#features/learning/shared/record-contract.ts';
import { getRecordParts } from '#features/learning/shared/record-progress.ts';
import { toDiveSkill } from '#features/learning/shared/skills.ts';
import { UnsignedText, SkillCheckbox, type SkillSelection } from './confined-section.tsx';
import { RecordRow, RecordSection } from './record-section.tsx';
import { formatDay } from './record-format.ts';
import { SignatureText } from './signature-text.tsx';

interface OpenWaterSectionProps {
  record: ERecord;
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
          title={
            <span className="record-fold">
              <FormattedMessage id="learning.record.flexible" />
              <span className="num">
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
  const { number, title, date, signature, skills } = dive;
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
            <bdi>{title}</bdi> · <span className="num">{formatDay(intl, date)}</span>
          </>
        ) : (
          signature?.note && <bdi>{signature.note}</bdi>
        )
      }
      end={
        signature ? (
          <SignatureText signature={signature} />
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
        <div className="record-dive">
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
    <div className="record-numbers">
      {maxDepthM !== null && (
        <Stat
          size="mid"
          value={intl.formatNumber(toDisplayValue('depth', system, maxDepthM, typed[0]), { maximumFractionDigits: 1 })}
          unit={getUnitName(getUnit('depth', system), intl.locale)}
        />
      )}
      {bottomTimeMin !== null && (
        <Stat
          size="mid"
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
    return intl.formatMessage({ id: `logbook.skill.${skill}` }, length && { length: write(length) });
  };
  return (
    <ul className="record-skills">
      {skills.map(({ skill, isDone, dive }) => (
        <li key={skill} data-done={isDone || undefined}>
          {isDone && <Check size={16} aria-hidden="true" />}
          <span>
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
