import { Check } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { showIn, unitName, unitOf } from '../../../../platform/shared/units.ts';
import { useTaughtLength } from '../../../../platform/web/taught-length.ts';
import { useUnits } from '../../../../platform/web/units.ts';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Stat } from '../../../../ui/stat.tsx';
import { skillLengths } from '../../../logbook/shared/skills.ts';
import type { ERecord, RecordDive } from '../../shared/record-contract.ts';
import { partsOf } from '../../shared/record-progress.ts';
import { diveSkill } from '../../shared/skills.ts';
import { NotSigned, SkillBox, type Choosing } from './confined-part.tsx';
import { RecordLine, RecordPart } from './record-part.tsx';
import { dayText } from './record-words.ts';
import { Signed } from './signed.tsx';

interface OpenWaterPartProps {
  record: ERecord;
  isOwn: boolean;
  choosing?: Choosing | undefined;
}

/** The dives that the logbook fills in, or that the instructor signs where the logbook does not know them. */
export function OpenWaterPart({ record, isOwn, choosing }: OpenWaterPartProps) {
  const { openWater, flexible, logCourse } = record;
  const practised = flexible.filter(({ dive }) => dive !== null).length;
  return (
    <RecordPart title={<FormattedMessage id="learning.record.open_water" />} count={partsOf(record).openWater}>
      <ul>
        {openWater.map((dive) => (
          <DiveLine
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
    </RecordPart>
  );
}

interface DiveLineProps {
  dive: RecordDive;
  logCourse: string | null;
  canLog: boolean;
  choosing: Choosing | undefined;
}

function DiveLine({ dive, logCourse, canLog, choosing }: DiveLineProps) {
  const intl = useIntl();
  const { number, title, date, signature, skills } = dive;
  const name = intl.formatMessage({ id: 'learning.record.dive' }, { number });
  const box = choosing && signature === null && <SkillBox skill={diveSkill(number)} {...choosing} />;
  return (
    <RecordLine
      isSigned={signature !== null}
      {...(box && { box })}
      title={box ? <span aria-hidden="true">{name}</span> : name}
      text={
        title && date ? (
          <>
            <bdi>{title}</bdi> · <span className="num">{dayText(intl, date)}</span>
          </>
        ) : (
          signature?.note && <bdi>{signature.note}</bdi>
        )
      }
      end={
        signature ? (
          <Signed signature={signature} />
        ) : canLog && logCourse !== null ? (
          <Link to={`/logbook/log-dive/training/create/${logCourse}/${number}`}>
            <FormattedMessage id="learning.record.log_dive" values={{ number }} />
          </Link>
        ) : logCourse !== null ? (
          <span className="text-ink-3">
            <FormattedMessage id="learning.record.not_verified" />
          </span>
        ) : (
          <NotSigned />
        )
      }
    >
      {signature !== null && skills.length > 0 && (
        <div className="record-dive">
          <DiveNumbers dive={dive} />
          <SkillList skills={skills} />
        </div>
      )}
    </RecordLine>
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
          value={intl.formatNumber(showIn('depth', system, maxDepthM, typed[0]), { maximumFractionDigits: 1 })}
          unit={unitName(unitOf('depth', system), intl.locale)}
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
  const write = useTaughtLength();
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
