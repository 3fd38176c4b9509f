import { sql } from 'kysely';
import { query, type Params } from '#platform/server/db/query.ts';
import { defaultEmailLanguage, type EmailLanguage } from '#features/preferences/shared/rules.ts';
import type { ChoiceSubject, ConsentSource } from './choices.ts';

/** Serializes saves and the job for each person. The person's row is not changed. */
export const lockPerson = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('person').select('affiliate_id').where('affiliate_id', '=', p.affiliateId).forNoKeyUpdate(),
);

/** A person's choices. Before the first one, `id` is null and the choices are the defaults. */
export const findPreferenceState = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('person as p')
    .leftJoin('preference as f', 'f.affiliate_id', 'p.affiliate_id')
    .select((eb) => [
      'p.affiliate_id as affiliateId',
      'p.global_uuid as globalUid',
      'f.id',
      eb.fn.coalesce('f.communications', sql.lit(false)).as('communications'),
      eb.fn.coalesce('f.third_party', sql.lit(false)).as('thirdParty'),
      eb.fn.coalesce('f.communication_language', sql.lit(defaultEmailLanguage)).as('communicationLanguage'),
      eb.fn.coalesce('f.version', sql.lit(0)).as('version'),
      'f.updated_at as updatedAt',
    ])
    .where('p.affiliate_id', '=', p.affiliateId),
);

export const findPersonByGlobalUid = query((db, p: Params<{ globalUid: string }>) =>
  db.selectFrom('person').select('affiliate_id as affiliateId').where('global_uuid', '=', p.globalUid),
);

export const findPersonByPreference = query((db, p: Params<{ id: string }>) =>
  db.selectFrom('preference').select('affiliate_id as affiliateId').where('id', '=', p.id),
);

interface NewPreference {
  affiliateId: number;
  communications: boolean;
  thirdParty: boolean;
  communicationLanguage: EmailLanguage;
}

export const upsertPreference = query((db, p: Params<NewPreference>) =>
  db
    .insertInto('preference')
    .values({
      affiliate_id: p.affiliateId,
      communications: p.communications,
      third_party: p.thirdParty,
      communication_language: p.communicationLanguage,
    })
    .onConflict((conflict) =>
      conflict.column('affiliate_id').doUpdateSet((eb) => ({
        communications: eb.ref('excluded.communications'),
        third_party: eb.ref('excluded.third_party'),
        communication_language: eb.ref('excluded.communication_language'),
        updated_at: sql`now()`,
        version: eb('preference.version', '+', 1),
      })),
    ),
);

interface NewConsent {
  affiliateId: number;
  actor: number | null;
  subjects: readonly ChoiceSubject[];
  values: readonly string[];
  formerValues: readonly (string | null)[];
  textVersion: string;
  textLocale: string;
  how: ConsentSource;
  mailingJob: string | null;
}

/** One record per subject, in the order of the lists. */
export const insertConsent = query((db, p: Params<NewConsent>) =>
  db
    .insertInto('consent_record')
    .columns([
      'affiliate_id',
      'actor_affiliate_id',
      'subject',
      'value',
      'former_value',
      'text_version',
      'text_locale',
      'how',
      'mailing_job',
    ])
    .expression((eb) => {
      const lists = sql<{ subject: ChoiceSubject; value: string; former_value: string | null; place: number }>`
        unnest(${p.subjects}::text[], ${p.values}::text[], ${p.formerValues}::text[]) with ordinality`;
      const change = lists.as<'change'>(sql`change (subject, value, former_value, place)`);
      return eb
        .selectFrom(change)
        .select([
          p.affiliateId.as('affiliate_id'),
          p.actor.as('actor'),
          'change.subject',
          'change.value',
          'change.former_value',
          p.textVersion.as('text_version'),
          p.textLocale.as('text_locale'),
          p.how.as('how'),
          p.mailingJob.as('mailing_job'),
        ])
        .orderBy('change.place');
    }),
);

export const listChoices = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('consent_record')
    .select([
      'subject',
      'value',
      'at',
      'actor_affiliate_id as actor',
      'how',
      'text_version as textVersion',
      'effective_at as effectiveAt',
    ])
    .where('affiliate_id', '=', p.affiliateId)
    .orderBy('seq', 'desc'),
);

/** The choices in effect, and how each flag was set. */
export const findEffective = query((db, p: Params<{ affiliateId: number }>) => {
  const selectSource = (subject: ChoiceSubject) =>
    db
      .selectFrom('consent_record as c')
      .select('c.how')
      .where('c.affiliate_id', '=', p.affiliateId)
      .where('c.subject', '=', subject)
      .where('c.effective_at', 'is not', null)
      .orderBy('c.seq', 'desc')
      .limit(1);
  return db
    .selectFrom('person as p')
    .leftJoin('recipient as r', 'r.affiliate_id', 'p.affiliate_id')
    .select([
      'r.communications',
      'r.third_party as thirdParty',
      selectSource('communications').as('communicationsHow'),
      selectSource('thirdParty').as('thirdPartyHow'),
    ])
    .where('p.affiliate_id', '=', p.affiliateId);
});

/** Applies the newest choices. One statement, because a choice made between two would be marked as effective. */
export const applyChoices = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .with('applied', (db) =>
      db
        .insertInto('recipient')
        .columns(['affiliate_id', 'communications', 'third_party', 'communication_language', 'effective_at'])
        .expression((eb) =>
          eb
            .selectFrom('preference')
            .select([
              'affiliate_id',
              'communications',
              'third_party',
              'communication_language',
              sql<Date>`now()`.as('effective_at'),
            ])
            .where('affiliate_id', '=', p.affiliateId),
        )
        .onConflict((conflict) =>
          conflict
            .column('affiliate_id')
            .doUpdateSet((eb) => ({
              communications: eb.ref('excluded.communications'),
              third_party: eb.ref('excluded.third_party'),
              communication_language: eb.ref('excluded.communication_language'),
              effective_at: eb.ref('excluded.effective_at'),
            }))
            .where(
              sql<boolean>`(recipient.communications, recipient.third_party, recipient.communication_language)
                is distinct from (excluded.communications, excluded.third_party, excluded.communication_language)`,
            ),
        ),
    )
    .updateTable('consent_record')
    .set({ effective_at: sql`now()` })
    .where('affiliate_id', '=', p.affiliateId)
    .where('effective_at', 'is', null)
    .where((eb) =>
      eb.exists(eb.selectFrom('preference').select('affiliate_id').where('affiliate_id', '=', p.affiliateId)),
    ),
);
