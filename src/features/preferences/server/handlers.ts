import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { nativeName } from '../../../platform/shared/locale.ts';
import { demandSubject, logChange, logReading, type Subject } from '../../account/server/public.ts';
import { fail, type Preference, type preferencesCalls } from '../shared/contract.ts';
import { emailLanguages } from '../shared/rules.ts';
import { listChoices, readState, saveChoices, type State, type Wanted } from './choices.ts';
import { readFlag, readLinkedChoices } from './fields.ts';
import { demandLinked, slow } from './linked.ts';
import { describeRecipient, readRecipient } from './recipient.ts';
import * as sql from './sql.ts';

/** Whom we write to at all. */
const affiliateTypes = new Set([1, 2, 3, 4, 9]);

/** `flagKey` is what the brand calls the flag of its own letters. */
export function preferencesHandlers(flagKey: string): Handlers<typeof preferencesCalls> {
  const describe = (
    id: string,
    { communications, thirdParty, communicationLanguage, version, updatedAt }: State,
    choices: Preference['choices'] = [],
  ): Preference =>
    Object.assign(
      { id, thirdParty, communicationLanguage, version, updatedAt: updatedAt?.toISOString() ?? null, choices },
      { [flagKey]: communications },
    );

  const save = async (ctx: Context, subject: Subject, wanted: Wanted): Promise<Preference> => {
    const { affiliateId } = subject;
    const caller = ctx.user.affiliateId;
    const origin = { affiliateId, actor: caller, how: 'preference-center', locale: ctx.locale } as const;
    const state = await saveChoices(ctx.db, origin, wanted, flagKey);
    if (subject.relation !== 'self') await logChange(ctx, subject, 'preference.changed', { version: state.version });
    return describe(String(state.id), state, await listChoices(ctx.db, affiliateId, caller));
  };

  return {
    'GET preference/{affiliateId}': async (ctx, { params: { affiliateId } }) => {
      const subject = await demandSubject(ctx, affiliateId);
      await logReading(ctx, subject, 'preference');
      const state = await readState(ctx.db, affiliateId);
      if (state.id === null) return null;
      return describe(state.id, state, await listChoices(ctx.db, affiliateId, ctx.user.affiliateId));
    },

    'POST preference': async (ctx, { body }) => {
      const { affiliateId = ctx.user.affiliateId, thirdParty, communicationLanguage } = body;
      const communications = readFlag(body, ['affiliateId', 'thirdParty', 'communicationLanguage'], flagKey);
      const subject = await demandSubject(ctx, affiliateId);
      await sql.lockPerson(ctx.db, affiliateId);
      if ((await readState(ctx.db, affiliateId)).id !== null) throw fail('preferences.exists');
      return save(ctx, subject, { chosen: { communications, thirdParty, communicationLanguage } });
    },

    'PUT preference/{id}': async (ctx, { params: { id }, body }) => {
      const known = ['id', 'thirdParty', 'communicationLanguage', 'version'];
      const { thirdParty, communicationLanguage, version } = body;
      const chosen = { communications: readFlag(body, known, flagKey), thirdParty, communicationLanguage };
      const [row] = body.id === id ? await sql.findByPreference(ctx.db, id) : [];
      if (row === undefined) throw failCall('not_found');
      return save(ctx, await demandSubject(ctx, row.affiliateId), { chosen, version });
    },

    'GET unsubscribe/{global_uid}': async (ctx, { params: { global_uid: globalUid } }) => {
      const affiliateId = await demandLinked(ctx, globalUid);
      return describe(globalUid, await readState(ctx.db, affiliateId));
    },

    'POST unsubscribe': async (ctx, { body }) => {
      const { id: globalUid, sfm_jobid: mailingJob, version } = body;
      const known = ['id', 'sfm_jobid', 'thirdParty', 'communicationLanguage', 'version'];
      const chosen = readLinkedChoices({ ...body, communications: readFlag(body, known, flagKey) });
      const affiliateId = await demandLinked(ctx, globalUid);
      if (chosen.thirdParty !== undefined) await slow(ctx.services.database.db, 'changes', globalUid);
      const origin = { affiliateId, actor: null, how: 'unsubscribe-page', locale: ctx.locale, mailingJob } as const;
      return describe(globalUid, await saveChoices(ctx.db, origin, { chosen, version }, flagKey));
    },

    'GET MarketingLanguage/{affiliateType}': async (_ctx, { params: { affiliateType } }) => {
      if (!affiliateTypes.has(affiliateType)) throw failCall('not_found');
      return emailLanguages.map((language) => ({ ietfLanguageTag: language, name: nativeName(language) }));
    },

    'GET recipient': async (ctx, { query: { global_uid: globalUid } }) =>
      describeRecipient(ctx.db, await demandLinked(ctx, globalUid), globalUid, flagKey),

    'POST recipient': async (ctx, { body }) => {
      const chosen = readRecipient(body.preferences, flagKey);
      const { global_uid: globalUid } = body.keys;
      const affiliateId = await demandLinked(ctx, globalUid);
      if (chosen.communications || chosen.thirdParty) await slow(ctx.services.database.db, 'changes', globalUid);
      const origin = { affiliateId, actor: null, how: 'recipient-api', locale: ctx.locale } as const;
      await saveChoices(ctx.db, origin, { chosen }, flagKey);
      return body;
    },
  };
}
