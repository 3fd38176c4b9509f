export const genders = ['Male', 'Female', 'Non-binary', 'Prefer not to say'] as const;

/** Of the code that is mailed to prove an address. */
export const emailCodeDigits = 6;

/** Set at a sign-in with an unverified address; the page that opens asks for the code and deletes it. */
export const emailPromptCookie = 'confirm-email';

const passwordMinLength = 6;
export const passwordMaxLength = 256;

/** The same password typed on two keyboards is the same password. */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

/** Message keys, so that the form and the server say the same. Common passwords are known to the server only. */
export type PasswordProblem = 'identity.password.invalid' | 'identity.password.rule' | 'identity.password.too_long';

export function findPasswordProblem(password: string): PasswordProblem | null {
  const normalised = normalizePassword(password);
  const length = [...normalised].length;
  if (length === 0) return 'identity.password.invalid';
  if (length > passwordMaxLength) return 'identity.password.too_long';
  const isStrong = length >= passwordMinLength && /\p{Lu}/u.test(normalised) && /\p{Ll}/u.test(normalised);
  return isStrong ? null : 'identity.password.rule';
}

export function findConfirmationProblem(password: string, confirmation: string): 'identity.password.mismatch' | null {
  return normalizePassword(password) === normalizePassword(confirmation) ? null : 'identity.password.mismatch';
}

/** People type their address in any case; we keep what they typed and compare this. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

const earliestBirthdate = '1900-01-01';

export function isBirthdate(value: string, today: string): boolean {
  return value >= earliestBirthdate && value <= today;
}
