import { expect } from 'vitest';
import { runSql } from './database.ts';
import { startDelayedJobs } from './delayed-jobs.ts';

/** The link in the newest mail to the address that starts with the path. */
export async function findMailLink(email: string, pathPrefix: string): Promise<string> {
  let link: string | undefined;
  await startDelayedJobs();
  await expect
    .poll(async () => {
      const mails = await runSql<{ text: string }>(
        'select text from mail_outbox where to_address = $1 order by created_at desc',
        [email],
      );
      link = mails.map(({ text }) => new RegExp(`${pathPrefix}[\\w-]+`).exec(text)?.[0]).find(Boolean);
      return link;
    })
    .toBeDefined();
  return link ?? '';
}

/** The text of the newest mail to the address. */
export async function findMailText(email: string): Promise<string> {
  const select = 'select text from mail_outbox where to_address = $1 order by created_at desc limit 1';
  const [mail] = await runSql<{ text: string }>(select, [email]);
  return mail?.text ?? '';
}
