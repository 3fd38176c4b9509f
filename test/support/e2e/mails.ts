import { expect } from 'vitest';
import { runSql } from './database.ts';
import { startDelayedJobs } from './delayed-jobs.ts';

const foundParts = new Set<string>();

/** The link that starts with the path in the newest mail to the address. */
export function findMailLink(email: string, pathPrefix: string): Promise<string> {
  return findMailPart(email, new RegExp(`${pathPrefix}[\\w-]+`));
}

/** What the pattern finds in the newest mail to the address. Waits for something that no call has returned before. */
export async function findMailPart(email: string, pattern: RegExp): Promise<string> {
  let part: string | undefined;
  await expect
    .poll(async () => {
      await startDelayedJobs();
      const mails = await runSql<{ text: string }>(
        'select text from mail_outbox where to_address = $1 order by created_at desc',
        [email],
      );
      part = mails
        .map(({ text }) => pattern.exec(text)?.[0])
        .find((found) => found !== undefined && !foundParts.has(`${email} ${found}`));
      return part;
    })
    .toBeDefined();
  foundParts.add(`${email} ${part}`);
  return part ?? '';
}

/** The text of the newest mail to the address. */
export async function findMailText(email: string): Promise<string> {
  const select = 'select text from mail_outbox where to_address = $1 order by created_at desc limit 1';
  let text = '';
  await expect
    .poll(async () => {
      await startDelayedJobs();
      [{ text } = { text: '' }] = await runSql<{ text: string }>(select, [email]);
      return text;
    })
    .not.toBe('');
  return text;
}
