import type { ComponentType } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { placeText } from '../../../platform/web/place-text.ts';
import { FormSection } from '../../../ui/section.tsx';
import { fieldName, requirementText } from '../shared/words.ts';
import { useApplicant } from './applicant-context.ts';
import { completionOf, requirementsIn, sectionOf, type SectionName } from './applicant-sections.ts';
import { ReasonLine } from './requirement-row.tsx';
import { SectionAbout } from './section-about.tsx';
import { SectionAddress } from './section-address.tsx';
import { SectionCards } from './section-cards.tsx';
import { SectionDives } from './section-dives.tsx';
import { SectionExercises } from './section-exercises.tsx';
import { SectionFirstAid } from './section-first-aid.tsx';
import { SectionInstructor } from './section-instructor.tsx';
import { SectionMedical } from './section-medical.tsx';
import { SectionProofs } from './section-proofs.tsx';
import { SectionSign } from './section-sign.tsx';
import { SectionStatement } from './section-statement.tsx';
import type { Submission } from './use-submission.ts';

const bodies: Readonly<Record<Exclude<SectionName, 'sign'>, ComponentType>> = {
  about: SectionAbout,
  cards: SectionCards,
  first_aid: SectionFirstAid,
  medical: SectionMedical,
  dives: SectionDives,
  exercises: SectionExercises,
  proofs: SectionProofs,
  instructor: SectionInstructor,
  address: SectionAddress,
  statement: SectionStatement,
};

interface SectionProps {
  name: SectionName;
  submission: Submission;
  isOpen: boolean;
  onToggle: (name: SectionName) => void;
}

/** One section of the form, with how far it is and, where it came back, why. */
export function Section({ name, submission, isOpen, onToggle }: SectionProps) {
  const intl = useIntl();
  const { application, filled } = useApplicant();
  const note = useNote(name);
  const reasons = application.reasons.filter(({ field }) => sectionOf(field, application) === name);
  const Body = name === 'sign' ? null : bodies[name];
  return (
    <FormSection
      title={<FormattedMessage id={`applications.section.${name}`} />}
      completion={completionOf(name, application, filled)}
      note={note && <bdi>{note}</bdi>}
      isOpen={isOpen}
      onToggle={() => onToggle(name)}
    >
      {reasons.map(({ field, reason }) => (
        <div key={field}>
          {reasons.length > 1 && <b className="text-sm">{fieldName(intl, field)}</b>}
          <ReasonLine reason={reason} />
        </div>
      ))}
      {Body === null ? <SectionSign submission={submission} /> : <Body />}
    </FormSection>
  );
}

/** One line: what is missing, else what it says. */
function useNote(name: SectionName): string {
  const intl = useIntl();
  const { application, filled } = useApplicant();
  const { instructor, store, teachingAddress } = application;
  const asked = requirementsIn(name, application);
  const open = asked.filter(({ isMet }) => !isMet);
  const say = (id: string) => intl.formatMessage({ id: `applications.apply.${id}` });
  if (name === 'instructor')
    return [instructor?.name ?? say('instructor_missing'), store?.name].filter(Boolean).join(' · ');
  if (name === 'address') return teachingAddress === null ? say('optional') : placeText(teachingAddress);
  if (name === 'statement') return filled.statement.trim().slice(0, 80) || say('optional');
  if (name === 'sign') return say('sign_note');
  if (name === 'cards')
    return open.length > 0
      ? open.map((one) => `${fieldName(intl, one.id)}: ${requirementText(intl, one)}`).join(' · ')
      : application.certificationCards.map((card) => card.name).join(' · ');
  return (open.length > 0 ? open : asked).map((one) => requirementText(intl, one)).join(' · ');
}
