import type { SmtpServer } from '#platform/testing/smtp-server.ts';
import type { QueryTarget } from './drill-database.ts';

interface MailFigures {
  sent: number;
  /** Mails of the outbox that the mail server never received. */
  lost: number;
  /** Mails received again, with the same Message-ID. */
  repeated: number;
  /** Mails received that the outbox does not know. */
  unknown: number;
}

/** Compares the outbox with what the mail server received. */
export async function compareMails(database: QueryTarget, smtp: SmtpServer): Promise<MailFigures> {
  const rows = await database.query<{ id: string }>("select id from mail_outbox where state = 'sent'");
  const receivedIds = smtp.received.map(({ data }) => /^Message-ID: <([\w-]+)@/im.exec(data)?.[1] ?? '');
  const received = new Set(receivedIds);
  const known = new Set(rows.map(({ id }) => id));
  return {
    sent: known.size,
    lost: [...known].filter((id) => !received.has(id)).length,
    repeated: receivedIds.length - received.size,
    unknown: [...received].filter((id) => !known.has(id)).length,
  };
}

export const countUnsentMails = async (database: QueryTarget): Promise<number> =>
  (await database.query<{ count: number }>("select count(*)::int as count from mail_outbox where state = 'waiting'"))[0]
    ?.count ?? 0;
