import type { Completion } from '#ui/layout/form-section.tsx';
import type { Application } from '#features/applications/shared/application.ts';
import type { RequirementResult } from '#features/applications/shared/requirements.ts';
import { isAddressReady, type ApplicantValues } from './applicant-changes.ts';

const sectionNames = [
  'about',
  'cards',
  'first_aid',
  'medical',
  'dives',
  'exercises',
  'proofs',
  'instructor',
  'address',
  'statement',
  'sign',
] as const;
export type SectionName = (typeof sectionNames)[number];

const sectionByKind: Readonly<Record<RequirementResult['kind'], SectionName>> = {
  age: 'about',
  card: 'cards',
  first_aid: 'first_aid',
  medical: 'medical',
  dives: 'dives',
  dive_kinds: 'dives',
  exercises: 'exercises',
  proof: 'proofs',
};
const sectionByField: Readonly<Record<string, SectionName>> = {
  instructor: 'instructor',
  store: 'instructor',
  teaching_address: 'address',
  statement: 'statement',
  signature: 'sign',
};

type WithRequirements = Pick<Application, 'requirements'>;

/** The section containing a requirement or another field. */
export function findSection(field: string, { requirements }: WithRequirements): SectionName {
  const kind = requirements.find(({ id }) => id === field)?.kind;
  return kind === undefined ? (sectionByField[field] ?? 'sign') : sectionByKind[kind];
}

export const listSectionRequirements = (name: SectionName, { requirements }: WithRequirements) =>
  requirements.filter(({ kind }) => sectionByKind[kind] === name);

const alwaysShown: ReadonlySet<SectionName> = new Set(['instructor', 'address', 'statement', 'sign']);

/** Sections without requirements of the level are hidden. */
export function listSections(application: WithRequirements): SectionName[] {
  return sectionNames.filter((name) => alwaysShown.has(name) || listSectionRequirements(name, application).length > 0);
}

/** The fields that block the submission, in the order of the form. */
export function listMissingFields(application: Application, { address }: ApplicantValues): string[] {
  const open = application.requirements.filter(({ isMet }) => !isMet).map(({ id }) => id);
  return [
    ...open,
    ...(application.instructor === null || !isActiveInstructor(application.instructor) ? ['instructor'] : []),
    ...(isAddressReady(address) ? [] : ['teaching_address']),
  ];
}

/** Inactive instructors can't review. */
export function isActiveInstructor({ memberStatus }: NonNullable<Application['instructor']>): boolean {
  return memberStatus === 'Active';
}

export function getCompletion(name: SectionName, application: Application, filled: ApplicantValues): Completion {
  const missing = listMissingFields(application, filled).filter(
    (field) => findSection(field, application) === name,
  ).length;
  if (missing > 0) return { missing };
  if (name === 'address') return application.teachingAddress === null ? 'empty' : 'complete';
  if (name === 'statement') return filled.statement.trim() === '' ? 'empty' : 'complete';
  if (name === 'sign') return 'empty';
  // Exercises never block the submission, because the instructor scores them.
  if (name === 'exercises') {
    const all = listSectionRequirements(name, application).flatMap(({ parts }) => parts);
    const scored = all.filter(({ id }) => id in filled.scores).length;
    return scored === all.length ? 'complete' : scored > 0 ? 'some' : 'empty';
  }
  return 'complete';
}
