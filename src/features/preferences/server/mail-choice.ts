import type { Handlers } from '../../../platform/server/calls.ts';
import type { MailChoices } from '../../notifications/server/public.ts';
import type { mailChoiceCalls } from '../shared/contract.ts';
import { demandLinked, slow } from './linked.ts';

export function mailChoiceHandlers(choices: MailChoices): Handlers<typeof mailChoiceCalls> {
  return {
    'GET unsubscribe/{global_uid}/notifications/{kind}': async (ctx, { params: { global_uid: globalUid, kind } }) =>
      choices.read(ctx.db, await demandLinked(ctx, globalUid), kind, ctx.locale),

    'POST unsubscribe/{global_uid}/notifications/{kind}': async (ctx, { params, body: { byMail } }) => {
      const affiliateId = await demandLinked(ctx, params.global_uid);
      if (byMail) await slow(ctx.services.database.db, 'changes', params.global_uid);
      await choices.write(ctx.db, affiliateId, params.kind, byMail);
      return choices.read(ctx.db, affiliateId, params.kind, ctx.locale);
    },
  };
}
