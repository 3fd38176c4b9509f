export const genders = ['Male', 'Female', 'Non-binary', 'Prefer not to say'] as const;

/** Digits of the mailed verification code. */
export const emailCodeDigits = 6;

/** Set at a sign-in with an unverified address; the next page shows the code dialog and deletes the cookie. */
export const emailPromptCookie = 'confirm-email';

const passwordMinLength = 6;
export const passwordMaxLength = 256;

/** Keyboards compose characters differently, so passwords are compared in normalized form. */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

/** Message keys that the form and the server share. Only the server checks for common passwords. */
export type PasswordProblem = 'identity.password.invalid' | 'identity.password.rule' | 'identity.password.too_long';

export function findPasswordProblem(password: string): PasswordProblem | null {
  const normalized = normalizePassword(password);
  const length = [...normalized].length;
  if (length === 0) return 'identity.password.invalid';
  if (length > passwordMaxLength) return 'identity.password.too_long';
  const isStrong = length >= passwordMinLength && /\p{Lu}/u.test(normalized) && /\p{Ll}/u.test(normalized);
  return isStrong ? null : 'identity.password.rule';
}

export function findConfirmationProblem(password: string, confirmation: string): 'identity.password.mismatch' | null {
  return normalizePassword(password) === normalizePassword(confirmation) ? null : 'identity.password.mismatch';
}

/** Addresses are stored as typed and compared in this form. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

const earliestBirthdate = '1900-01-01';

export function isBirthdate(value: string, today: string): boolean {
  return value >= earliestBirthdate && value <= today;
}

/** A guardian must be an adult, and Discover Scuba Diving has a minimum age. */
export function requiresBirthdate(signUpType: string): boolean {
  return signUpType === 'parent' || signUpType === 'dsd';
}
