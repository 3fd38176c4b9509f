import { expect } from 'vitest';
import { runSql } from './database.ts';
import { startDelayedJobs } from './delayed-jobs.ts';

const foundLinks = new Set<string>();

/** The link that starts with the path in the newest mail to the address. Waits for one that no call has returned before. */
export async function findMailLink(email: string, pathPrefix: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      await startDelayedJobs();
      const mails = await runSql<{ text: string }>(
        'select text from mail_outbox where to_address = $1 order by created_at desc',
        [email],
      );
      link = mails
        .map(({ text }) => new RegExp(`${pathPrefix}[\\w-]+`).exec(text)?.[0])
        .find((found) => found !== undefined && !foundLinks.has(found));
      return link;
    })
    .toBeDefined();
  foundLinks.add(link ?? '');
  return link ?? '';
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
