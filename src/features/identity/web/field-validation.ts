import { looksLikeEmail } from '#platform/shared/mailbox.ts';
import type { MessageId } from '#platform/shared/message-id.ts';

const emailMaxLength = 254;

/** A loose check while typing; the server validates the address. */
export function findEmailProblem(value: string): 'identity.email.invalid' | null {
  const email = value.trim();
  const looksRight = email.length <= emailMaxLength && looksLikeEmail(email);
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

/** Drops the fields without a problem. */
export function collectProblems<Field extends string>(
  problems: Record<Field, MessageId | null>,
): Partial<Record<Field, MessageId>> {
  const wrong = Object.entries(problems).filter(([, problem]) => problem !== null);
  return Object.fromEntries(wrong) as Partial<Record<Field, MessageId>>;
}
