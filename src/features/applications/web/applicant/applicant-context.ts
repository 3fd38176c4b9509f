import { createContext, use, useSyncExternalStore, type ReactNode } from 'react';
import type { MessageId } from '#platform/shared/message-id.ts';
import type { Changes } from '#platform/web/sync/draft-options.ts';
import type { RequirementResult } from '#features/applications/shared/requirements.ts';
import type { ApplicantAutosave } from './applicant-autosave.ts';
import type { Change } from './applicant-changes.ts';
import type { AddressForm, ProfessionalLookUp } from './applicant-props.ts';

interface OpenApplication {
  autosave: ApplicantAutosave;
  professional: ProfessionalLookUp;
  address: AddressForm;
  /** The course that prepares for the teaching exam, from the learning feature. */
  teachingCourse: ReactNode;
}

export const ApplicantContext = createContext<OpenApplication | null>(null);

export function useOpenApplication(): OpenApplication {
  const open = use(ApplicantContext);
  if (open === null) throw new Error('useOpenApplication requires an ApplicantContext provider');
  return open;
}

/** The application with unsent changes, and a function to change it. */
export function useApplicant() {
  const { autosave } = useOpenApplication();
  const state = useSyncExternalStore(autosave.subscribe, autosave.get);
  const problems = state.problems as Readonly<Partial<Record<string, MessageId>>>;
  return { ...state, problems, set: (changes: Changes<Change>) => autosave.set(changes) };
}

export function useRequirements(kind: RequirementResult['kind']): readonly RequirementResult[] {
  return useApplicant().application.requirements.filter((requirement) => requirement.kind === kind);
}

/** The id of the element focused when jumping to a requirement or a field. */
export const fieldId = (field: string) => `field-${field}`;
