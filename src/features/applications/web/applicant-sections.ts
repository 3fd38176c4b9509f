import type { Completion } from '../../../ui/section.tsx';
import type { Application } from '../shared/application.ts';
import type { Judged } from '../shared/requirements.ts';
import { isAddressReady, type Filled } from './applicant-changes.ts';

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

const ofKind: Readonly<Record<Judged['kind'], SectionName>> = {
  age: 'about',
  card: 'cards',
  first_aid: 'first_aid',
  medical: 'medical',
  dives: 'dives',
  dive_kinds: 'dives',
  exercises: 'exercises',
  proof: 'proofs',
};
const ofField: Readonly<Record<string, SectionName>> = {
  instructor: 'instructor',
  store: 'instructor',
  teaching_address: 'address',
  statement: 'statement',
  signature: 'sign',
};

type Asked = Pick<Application, 'requirements'>;

/** Where a requirement or another field is filled in. */
export function sectionOf(field: string, { requirements }: Asked): SectionName {
  const kind = requirements.find(({ id }) => id === field)?.kind;
  return kind === undefined ? (ofField[field] ?? 'sign') : ofKind[kind];
}

export const requirementsIn = (name: SectionName, { requirements }: Asked) =>
  requirements.filter(({ kind }) => ofKind[kind] === name);

const always: ReadonlySet<SectionName> = new Set(['instructor', 'address', 'statement', 'sign']);

/** A level that asks for no exercises has no section for them. */
export function sectionsOf(application: Asked): SectionName[] {
  return sectionNames.filter((name) => always.has(name) || requirementsIn(name, application).length > 0);
}

/** What stands between the application and its submission, in the order in which it is read; the signature is last. */
export function missingFields(application: Application, { address }: Filled): string[] {
  const open = application.requirements.filter(({ isMet }) => !isMet).map(({ id }) => id);
  return [
    ...open,
    ...(application.instructor === null || !isActive(application.instructor) ? ['instructor'] : []),
    ...(isAddressReady(address) ? [] : ['teaching_address']),
  ];
}

/** Who may not teach any more reviews nothing. */
export function isActive({ memberStatus }: NonNullable<Application['instructor']>): boolean {
  return memberStatus === 'Active';
}

export function completionOf(name: SectionName, application: Application, filled: Filled): Completion {
  const missing = missingFields(application, filled).filter((field) => sectionOf(field, application) === name).length;
  if (missing > 0) return { missing };
  if (name === 'address') return application.teachingAddress === null ? 'empty' : 'complete';
  if (name === 'statement') return filled.statement.trim() === '' ? 'empty' : 'complete';
  if (name === 'sign') return 'empty';
  // The instructor scores them in the end.
  if (name === 'exercises') {
    const all = requirementsIn(name, application).flatMap(({ parts }) => parts);
    const scored = all.filter(({ id }) => id in filled.scores).length;
    return scored === all.length ? 'complete' : scored > 0 ? 'some' : 'empty';
  }
  return 'complete';
}
