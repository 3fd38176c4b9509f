import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Locale } from '#platform/shared/locale.ts';
import { fail } from '#features/notifications/shared/contract.ts';
import { resolveChannels, type Notice } from '#features/notifications/shared/notice.ts';
import * as queries from './queries.ts';

export interface MailChoice {
  kind: string;
  title: string;
  byMail: boolean;
}

/**
 * Reads and changes whether mails of one kind are sent, for the link in a mail, which identifies the person and the
 * kind.
 */
export function createMailChoices({ messages }: Pick<Services, 'messages'>, notices: readonly Notice[]) {
  function requireNotice(kind: string): Notice {
    const notice = notices.find((known) => known.kind === kind);
    if (notice === undefined) throw fail('notifications.unknown_kind', { path: 'kind' });
    return notice;
  }

  async function findChoice(db: Db, affiliateId: number, { kind }: Notice) {
    return (await queries.listChoices(db, { affiliateId })).find((choice) => choice.kind === kind) ?? null;
  }

  return {
    async read(db: Db, affiliateId: number, kind: string, locale: Locale): Promise<MailChoice> {
      const notice = requireNotice(kind);
      const { mail } = resolveChannels(notice, await findChoice(db, affiliateId, notice));
      return { kind, title: messages.format(locale, `${notice.template}.title`), byMail: mail };
    },
    /** The portal channel stays unchanged. */
    async write(db: Db, affiliateId: number, kind: string, byMail: boolean): Promise<void> {
      const notice = requireNotice(kind);
      if (notice.isRequired) throw fail('notifications.required', { path: 'kind' });
      const chosen = await findChoice(db, affiliateId, notice);
      const inPortal = notice.channels.portal && (chosen?.in_portal ?? notice.usual.portal);
      const isMuted = !byMail && (chosen?.is_muted ?? false);
      await queries.upsertChoice(db, { affiliateId, kind, inPortal, byMail, isMuted });
    },
  };
}

export type MailChoices = ReturnType<typeof createMailChoices>;
