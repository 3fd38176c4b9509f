import { HeldCodes } from '../codes/held-codes.tsx';
import { StudentsLink } from './students.tsx';

/** What a professional has besides what they learn. */
export function Teaching() {
  return (
    <>
      <StudentsLink />
      <HeldCodes />
    </>
  );
}
