import { statement } from '#platform/server/db/database.ts';
import type { EmailLanguage } from '#features/preferences/shared/rules.ts';
import type { ConsentSource, ChoiceSubject } from './choices.ts';

/** A person and their choices, which are null before the first one. */
export type StateRow = {
  affiliateId: number;
  globalUid: string;
} & (
  | {
      id: string;
      communications: boolean;
      thirdParty: boolean;
      communicationLanguage: EmailLanguage;
      version: number;
      updatedAt: Date;
    }
  | { id: null }
);

/** Serializes saves and the job for each person. The person's row is not changed. */
export const lockPerson = statement<{ affiliate_id: number }, [affiliateId: number]>(
  'select affiliate_id from person where affiliate_id = $1 for no key update',
);

export const findPreferenceState = statement<StateRow, [affiliateId: number]>(`
  select p.affiliate_id as "affiliateId", p.global_uuid as "globalUid", f.id, f.communications,
    f.third_party as "thirdParty", f.communication_language as "communicationLanguage", f.version,
    f.updated_at as "updatedAt"
  from person p left join preference f using (affiliate_id) where p.affiliate_id = $1`);

export const findPersonByGlobalUid = statement<{ affiliateId: number }, [globalUid: string]>(
  'select affiliate_id as "affiliateId" from person where global_uuid = $1',
);

export const findPersonByPreference = statement<{ affiliateId: number }, [id: string]>(
  'select affiliate_id as "affiliateId" from preference where id = $1',
);

export const upsertPreference = statement<
  unknown,
  [affiliateId: number, communications: boolean, thirdParty: boolean, communicationLanguage: string]
>(`
  insert into preference as former (affiliate_id, communications, third_party, communication_language)
  values ($1, $2, $3, $4)
  on conflict (affiliate_id) do update set communications = excluded.communications,
    third_party = excluded.third_party, communication_language = excluded.communication_language,
    updated_at = now(), version = former.version + 1`);

export const insertConsent = statement<
  unknown,
  [
    affiliateId: number,
    actor: number | null,
    subjects: readonly ChoiceSubject[],
    values: readonly string[],
    formerValues: readonly (string | null)[],
    textVersion: string,
    textLocale: string,
    how: ConsentSource,
    mailingJob: string | null,
  ]
>(`
  insert into consent_record (affiliate_id, actor_affiliate_id, subject, value, former_value, text_version, text_locale,
    how, mailing_job)
  select $1, $2, subject, value, former_value, $6, $7, $8, $9
  from unnest($3::text[], $4::text[], $5::text[]) with ordinality as change (subject, value, former_value, place)
  order by place`);

interface ChoiceRow {
  subject: ChoiceSubject;
  value: string;
  at: Date;
  actor: number | null;
  how: ConsentSource;
  textVersion: string;
  effectiveAt: Date | null;
}

export const listChoices = statement<ChoiceRow, [affiliateId: number]>(`
  select subject, value, at, actor_affiliate_id as actor, how, text_version as "textVersion",
    effective_at as "effectiveAt"
  from consent_record where affiliate_id = $1 order by seq desc limit 50`);

interface EffectiveRow {
  communications: boolean | null;
  thirdParty: boolean | null;
  communicationsHow: ConsentSource | null;
  thirdPartyHow: ConsentSource | null;
}

/** The choices in effect, and how each flag was set. */
export const findEffective = statement<EffectiveRow, [affiliateId: number]>(`
  select r.communications, r.third_party as "thirdParty",
    (select how from consent_record c where c.affiliate_id = p.affiliate_id and c.subject = 'communications'
      and c.effective_at is not null order by c.seq desc limit 1) as "communicationsHow",
    (select how from consent_record c where c.affiliate_id = p.affiliate_id and c.subject = 'thirdParty'
      and c.effective_at is not null order by c.seq desc limit 1) as "thirdPartyHow"
  from person p left join recipient r using (affiliate_id) where p.affiliate_id = $1`);

/** Applies the newest choices. One statement, so that later choices are not marked as effective. */
export const applyChoices = statement<unknown, [affiliateId: number]>(`
  with applied as (
    insert into recipient as former (affiliate_id, communications, third_party, communication_language, effective_at)
    select affiliate_id, communications, third_party, communication_language, now()
    from preference where affiliate_id = $1
    on conflict (affiliate_id) do update set communications = excluded.communications,
      third_party = excluded.third_party, communication_language = excluded.communication_language,
      effective_at = excluded.effective_at
    where (former.communications, former.third_party, former.communication_language)
      is distinct from (excluded.communications, excluded.third_party, excluded.communication_language)
  )
  update consent_record set effective_at = now()
  where affiliate_id = $1 and effective_at is null and exists (select from preference where affiliate_id = $1)`);
