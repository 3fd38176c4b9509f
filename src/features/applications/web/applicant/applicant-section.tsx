import type { ComponentType } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageIdEnd } from '#platform/shared/message-id.ts';
import { formatPlace } from '#platform/web/i18n/format-place.ts';
import { FormSection } from '#ui/layout/form-section.tsx';
import { fieldName, formatOpenRequirement, formatRequirement } from '#features/applications/shared/labels.ts';
import { useApplicant } from './applicant-context.ts';
import { getCompletion, listSectionRequirements, findSection, type SectionName } from './applicant-sections.ts';
import { ReasonText } from '#features/applications/web/requirement-row.tsx';
import { SectionAbout } from '#features/applications/web/sections/section-about.tsx';
import { SectionAddress } from '#features/applications/web/sections/section-address.tsx';
import { SectionCards } from '#features/applications/web/sections/section-cards.tsx';
import { SectionDives } from '#features/applications/web/sections/section-dives.tsx';
import { SectionExercises } from '#features/applications/web/sections/section-exercises.tsx';
import { SectionFirstAid } from '#features/applications/web/sections/section-first-aid.tsx';
import { SectionInstructor } from '#features/applications/web/sections/section-instructor.tsx';
import { SectionMedical } from '#features/applications/web/sections/section-medical.tsx';
import { SectionProofs } from '#features/applications/web/sections/section-proofs.tsx';
import { SectionSign } from '#features/applications/web/sections/section-sign.tsx';
import { SectionStatement } from '#features/applications/web/sections/section-statement.tsx';
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

/** One section of the form with its completion and the reasons of a return. */
export function Section({ name, submission, isOpen, onToggle }: SectionProps) {
  const intl = useIntl();
  const { application, filled } = useApplicant();
  const note = useSectionNote(name);
  const reasons = application.reasons.filter(({ field }) => findSection(field, application) === name);
  const Body = name === 'sign' ? null : bodies[name];
  return (
    <FormSection
      title={<FormattedMessage id={`applications.section.${name}`} />}
      completion={getCompletion(name, application, filled)}
      note={note && <bdi>{note}</bdi>}
      isOpen={isOpen}
      onToggle={() => onToggle(name)}
    >
      {reasons.map(({ field, reason }) => (
        <div key={field}>
          {reasons.length > 1 && <b className="text-sm">{fieldName(intl, field)}</b>}
          <ReasonText reason={reason} />
        </div>
      ))}
      {Body === null ? <SectionSign submission={submission} /> : <Body />}
    </FormSection>
  );
}

/** One line with what is missing, otherwise a summary of the values. */
function useSectionNote(name: SectionName): string {
  const intl = useIntl();
  const { application, filled } = useApplicant();
  const { instructor, store, teachingAddress } = application;
  const requirements = listSectionRequirements(name, application);
  const open = requirements.filter(({ isMet }) => !isMet);
  const format = (id: MessageIdEnd<'applications.apply.'>) => intl.formatMessage({ id: `applications.apply.${id}` });
  if (name === 'instructor')
    return [instructor?.name ?? format('instructor_missing'), store?.name].filter(Boolean).join(' · ');
  if (name === 'address') return teachingAddress === null ? format('optional') : formatPlace(teachingAddress);
  if (name === 'statement') return filled.statement.trim().slice(0, 80) || format('optional');
  if (name === 'sign') return format('sign_note');
  if (name === 'cards')
    return open.length > 0
      ? open.map((requirement) => formatOpenRequirement(intl, requirement)).join(' · ')
      : application.certificationCards.map((card) => card.name).join(' · ');
  return (open.length > 0 ? open : requirements).map((requirement) => formatRequirement(intl, requirement)).join(' · ');
}
