import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import type { CourseRecord } from '#features/learning/shared/record-contract.ts';
import { getRecordParts } from '#features/learning/shared/record-progress.ts';
import { RecordRow, RecordSection } from './record-section.tsx';
import { useSkillName } from './record-format.ts';
import { SignatureText } from './signature-text.tsx';

/** Skills that the instructor has selected for signing. */
export interface SkillSelection {
  chosen: ReadonlySet<string>;
  choose: (skills: readonly string[], isChosen: boolean) => void;
}

interface ConfinedSectionProps {
  record: CourseRecord;
  choosing?: SkillSelection | undefined;
  /** Date and note of the sign-off, for the instructor. */
  tools?: ReactNode;
}

export function ConfinedSection({ record, choosing, tools }: ConfinedSectionProps) {
  const skillText = useSkillName();
  const open = record.confined.flatMap(({ skill, signature }) => (signature === null ? [skill] : []));
  return (
    <RecordSection
      title={<FormattedMessage id="learning.record.confined" />}
      count={getRecordParts(record).confined}
      tools={
        <>
          {tools}
          {choosing && open.length > 1 && <SelectAllCheckbox skills={open} {...choosing} />}
        </>
      }
    >
      <ul>
        {record.confined.map(({ skill, signature }) => {
          const name = skillText(skill);
          const checkbox = choosing && signature === null && <SkillCheckbox skill={skill} {...choosing} />;
          return (
            <RecordRow
              key={skill}
              isSigned={signature !== null}
              {...(checkbox && { checkbox })}
              title={checkbox ? <span aria-hidden="true">{name}</span> : name}
              text={signature?.note && <bdi>{signature.note}</bdi>}
              end={signature ? <SignatureText signature={signature} /> : <UnsignedText />}
            />
          );
        })}
      </ul>
    </RecordSection>
  );
}

/** The label names the skill, and the whole row toggles the checkbox. */
export function SkillCheckbox({ skill, chosen, choose }: SkillSelection & { skill: string }) {
  const skillText = useSkillName();
  return (
    <Checkbox
      coversRow
      label={<span className="vh">{skillText(skill)}</span>}
      checked={chosen.has(skill)}
      onChange={({ target }) => choose([skill], target.checked)}
    />
  );
}

function SelectAllCheckbox({ skills, chosen, choose }: SkillSelection & { skills: readonly string[] }) {
  const count = skills.filter((skill) => chosen.has(skill)).length;
  return (
    <div className="border-b border-line pb-1">
      <Checkbox
        label={<FormattedMessage id="learning.record.choose_open" values={{ count: skills.length }} />}
        checked={count === skills.length}
        ref={(checkbox) => {
          if (checkbox) checkbox.indeterminate = count > 0 && count < skills.length;
        }}
        onChange={({ target }) => choose(skills, target.checked)}
      />
    </div>
  );
}

/** Only for screen readers, because the empty mark is visible. */
export function UnsignedText() {
  return (
    <span className="vh">
      <FormattedMessage id="learning.record.not_signed" />
    </span>
  );
}
