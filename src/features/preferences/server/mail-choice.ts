import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { MailChoices } from '#features/notifications/server/public.ts';
import type { mailChoiceEndpoints } from '#features/preferences/shared/contract.ts';
import { requireLinkedPerson, assertWithinRateLimit } from './unsubscribe-link.ts';

export function mailChoiceHandlers(choices: MailChoices): Handlers<typeof mailChoiceEndpoints> {
  return {
    'GET unsubscribe/{global_uid}/notifications/{kind}': async (ctx, { params: { global_uid: globalUid, kind } }) =>
      choices.read(ctx.db, await requireLinkedPerson(ctx, globalUid), kind, ctx.locale),

    'POST unsubscribe/{global_uid}/notifications/{kind}': async (ctx, { params, body: { byMail } }) => {
      const affiliateId = await requireLinkedPerson(ctx, params.global_uid);
      if (byMail) await assertWithinRateLimit(ctx.services.database.db, 'changes', params.global_uid);
      await choices.write(ctx.db, affiliateId, params.kind, byMail);
      return choices.read(ctx.db, affiliateId, params.kind, ctx.locale);
    },
  };
}
