const emailMaxLength = 254;

/** Catches slips while typing; the server has the last word on what an address is. */
export function findEmailProblem(value: string): 'identity.email.invalid' | null {
  const email = value.trim();
  const looksRight = email.length <= emailMaxLength && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);
  return looksRight ? null : 'identity.email.invalid';
}

const nameMaxLength = 100;

export function findNameProblem<Missing extends string>(
  value: string,
  missing: Missing,
): Missing | 'identity.name.too_long' | null {
  const { length } = value.trim();
  if (length === 0) return missing;
  return length > nameMaxLength ? 'identity.name.too_long' : null;
}

/** Leaves out the fields with which nothing is wrong. */
export function collectProblems<Field extends string>(
  problems: Record<Field, string | null>,
): Partial<Record<Field, string>> {
  const wrong = Object.entries(problems).filter(([, problem]) => problem !== null);
  return Object.fromEntries(wrong) as Partial<Record<Field, string>>;
}
