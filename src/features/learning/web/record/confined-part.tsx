import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import type { ERecord } from '../../shared/record-contract.ts';
import { partsOf } from '../../shared/record-progress.ts';
import { RecordLine, RecordPart } from './record-part.tsx';
import { useSkillText } from './record-words.ts';
import { Signed } from './signed.tsx';

/** What the instructor has ticked, to be signed. */
export interface Choosing {
  chosen: ReadonlySet<string>;
  choose: (skills: readonly string[], isChosen: boolean) => void;
}

interface ConfinedPartProps {
  record: ERecord;
  choosing?: Choosing | undefined;
  /** The date and the note of the signature, for the instructor. */
  tools?: ReactNode;
}

export function ConfinedPart({ record, choosing, tools }: ConfinedPartProps) {
  const skillText = useSkillText();
  const open = record.confined.flatMap(({ skill, signature }) => (signature === null ? [skill] : []));
  return (
    <RecordPart
      title={<FormattedMessage id="learning.record.confined" />}
      count={partsOf(record).confined}
      tools={
        <>
          {tools}
          {choosing && open.length > 1 && <ChooseAll skills={open} {...choosing} />}
        </>
      }
    >
      <ul>
        {record.confined.map(({ skill, signature }) => {
          const name = skillText(skill);
          const box = choosing && signature === null && <SkillBox skill={skill} {...choosing} />;
          return (
            <RecordLine
              key={skill}
              isSigned={signature !== null}
              {...(box && { box })}
              title={box ? <span aria-hidden="true">{name}</span> : name}
              text={signature?.note && <bdi>{signature.note}</bdi>}
              end={signature ? <Signed signature={signature} /> : <NotSigned />}
            />
          );
        })}
      </ul>
    </RecordPart>
  );
}

/** The box names the skill, and pressing anywhere on the line ticks it. */
export function SkillBox({ skill, chosen, choose }: Choosing & { skill: string }) {
  const skillText = useSkillText();
  return (
    <Checkbox
      className="record-box"
      label={<span className="vh">{skillText(skill)}</span>}
      checked={chosen.has(skill)}
      onChange={({ target }) => choose([skill], target.checked)}
    />
  );
}

function ChooseAll({ skills, chosen, choose }: Choosing & { skills: readonly string[] }) {
  const count = skills.filter((skill) => chosen.has(skill)).length;
  return (
    <div className="record-all">
      <Checkbox
        label={<FormattedMessage id="learning.record.choose_open" values={{ count: skills.length }} />}
        checked={count === skills.length}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < skills.length;
        }}
        onChange={({ target }) => choose(skills, target.checked)}
      />
    </div>
  );
}

/** What is missing is quiet: the empty mark says it to whoever sees it. */
export function NotSigned() {
  return (
    <span className="vh">
      <FormattedMessage id="learning.record.not_signed" />
    </span>
  );
}
