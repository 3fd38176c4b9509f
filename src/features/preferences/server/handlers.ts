import { affiliateType } from '#domain/roles.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { getLanguageLabel } from '#platform/shared/locale.ts';
import { requireSubject, auditChange, auditRead, type Subject } from '#features/account/server/public.ts';
import { fail, type Preference, type preferencesEndpoints } from '#features/preferences/shared/contract.ts';
import { emailLanguages } from '#features/preferences/shared/rules.ts';
import { listChoices, readPreferenceState, saveChoices, type PreferenceState, type ChoiceUpdate } from './choices.ts';
import { parseFlag, parseLinkedChoices } from './parse-choices.ts';
import { requireLinkedPerson, assertWithinRateLimit } from './unsubscribe-link.ts';
import { describeRecipient, parseRecipient } from './recipient.ts';
import * as queries from './queries.ts';

/** The affiliate types that receive mail. */
const affiliateTypeIds = new Set<number>(Object.values(affiliateType));

/** `flagKey` is the brand's name of the flag for its newsletter. */
export function preferencesHandlers(flagKey: string): Handlers<typeof preferencesEndpoints> {
  const describe = (
    id: string,
    { communications, thirdParty, communicationLanguage, version, updatedAt }: PreferenceState,
    choices: Preference['choices'] = [],
  ): Preference =>
    Object.assign(
      { id, thirdParty, communicationLanguage, version, updatedAt: updatedAt?.toISOString() ?? null, choices },
      { [flagKey]: communications },
    );

  const save = async (ctx: Context, subject: Subject, update: ChoiceUpdate): Promise<Preference> => {
    const { affiliateId } = subject;
    const caller = ctx.user.affiliateId;
    const origin = { affiliateId, actor: caller, how: 'preference-center', locale: ctx.locale } as const;
    const state = await saveChoices(ctx.db, origin, update, flagKey);
    if (subject.relation !== 'self') await auditChange(ctx, subject, 'preference.changed', { version: state.version });
    return describe(String(state.id), state, await listChoices(ctx.db, affiliateId, caller));
  };

  return {
    'GET preference/{affiliateId}': async (ctx, { params: { affiliateId } }) => {
      const subject = await requireSubject(ctx, affiliateId);
      await auditRead(ctx, subject, 'preference');
      const state = await readPreferenceState(ctx.db, affiliateId);
      if (state.id === null) return null;
      return describe(state.id, state, await listChoices(ctx.db, affiliateId, ctx.user.affiliateId));
    },

    'POST preference': async (ctx, { body }) => {
      const { affiliateId = ctx.user.affiliateId, thirdParty, communicationLanguage } = body;
      const communications = parseFlag(body, ['affiliateId', 'thirdParty', 'communicationLanguage'], flagKey);
      const subject = await requireSubject(ctx, affiliateId);
      await queries.lockPerson(ctx.db, { affiliateId });
      if ((await readPreferenceState(ctx.db, affiliateId)).id !== null) throw fail('preferences.exists');
      return save(ctx, subject, { chosen: { communications, thirdParty, communicationLanguage } });
    },

    'PUT preference/{id}': async (ctx, { params: { id }, body }) => {
      const known = ['id', 'thirdParty', 'communicationLanguage', 'version'];
      const { thirdParty, communicationLanguage, version } = body;
      const chosen = { communications: parseFlag(body, known, flagKey), thirdParty, communicationLanguage };
      const row = body.id === id ? await queries.findPersonByPreference.first(ctx.db, { id }) : undefined;
      if (row === undefined) throw failCall('not_found');
      return save(ctx, await requireSubject(ctx, row.affiliateId), { chosen, version });
    },

    'GET unsubscribe/{global_uid}': async (ctx, { params: { global_uid: globalUid } }) => {
      const affiliateId = await requireLinkedPerson(ctx, globalUid);
      return describe(globalUid, await readPreferenceState(ctx.db, affiliateId));
    },

    'POST unsubscribe': async (ctx, { body }) => {
      const { id: globalUid, sfm_jobid: mailingJob, version } = body;
      const known = ['id', 'sfm_jobid', 'thirdParty', 'communicationLanguage', 'version'];
      const chosen = parseLinkedChoices({ ...body, communications: parseFlag(body, known, flagKey) });
      const affiliateId = await requireLinkedPerson(ctx, globalUid);
      if (chosen.thirdParty !== undefined) await assertWithinRateLimit(ctx.services.database.db, 'changes', globalUid);
      const origin = { affiliateId, actor: null, how: 'unsubscribe-page', locale: ctx.locale, mailingJob } as const;
      return describe(globalUid, await saveChoices(ctx.db, origin, { chosen, version }, flagKey));
    },

    'GET MarketingLanguage/{affiliateType}': async (_ctx, { params }) => {
      if (!affiliateTypeIds.has(params.affiliateType)) throw failCall('not_found');
      return emailLanguages.map((language) => ({ ietfLanguageTag: language, name: getLanguageLabel(language) }));
    },

    'GET recipient': async (ctx, { query: { global_uid: globalUid } }) =>
      describeRecipient(ctx.db, await requireLinkedPerson(ctx, globalUid), globalUid, flagKey),

    'POST recipient': async (ctx, { body }) => {
      const chosen = parseRecipient(body.preferences, flagKey);
      const { global_uid: globalUid } = body.keys;
      const affiliateId = await requireLinkedPerson(ctx, globalUid);
      if (chosen.communications || chosen.thirdParty)
        await assertWithinRateLimit(ctx.services.database.db, 'changes', globalUid);
      const origin = { affiliateId, actor: null, how: 'recipient-api', locale: ctx.locale } as const;
      await saveChoices(ctx.db, origin, { chosen }, flagKey);
      return body;
    },
  };
}
