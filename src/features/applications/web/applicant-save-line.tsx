import { useApplicant } from './applicant-context.ts';
import { SavedLine } from './saved-line.tsx';

export function SaveLine() {
  return <SavedLine save={useApplicant().save} />;
}
