import type { Db } from '#platform/server/db/database.ts';
import type { Row } from '#platform/server/db/query.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { CodedError, fail as failCall } from '#platform/shared/errors.ts';
import type { Locale } from '#platform/shared/locale.ts';
import { type Choice, fail } from '#features/preferences/shared/contract.ts';
import { type Choices, textVersion } from '#features/preferences/shared/rules.ts';
import { applyPreferences } from './apply-preferences.ts';
import * as queries from './queries.ts';

export type ChoiceSubject = Choice['subject'];
export type ConsentSource = Choice['how'];

export type PreferenceState = Row<typeof queries.findPreferenceState>;

/** The actor, the channel and the text of a choice. */
export interface ChoiceOrigin {
  affiliateId: number;
  /** Null for the holder of a link. */
  actor: number | null;
  how: ConsentSource;
  locale: Locale;
  mailingJob?: string | null | undefined;
}

export interface ChoiceUpdate {
  chosen: Partial<Choices>;
  /** The version that the page was loaded with; without it nothing is compared. */
  version?: number | undefined;
}

const subjects = ['communications', 'thirdParty', 'communicationLanguage'] as const satisfies readonly ChoiceSubject[];

export async function readPreferenceState(db: Db, affiliateId: number): Promise<PreferenceState> {
  const state = await queries.findPreferenceState.first(db, { affiliateId });
  if (state === undefined) throw failCall('not_found');
  return state;
}

/** Stores the changed choices with a consent record each, and enqueues the job that applies them. */
export async function saveChoices(
  db: Db,
  origin: ChoiceOrigin,
  update: ChoiceUpdate,
  flagKey: string,
): Promise<PreferenceState> {
  const { affiliateId } = origin;
  await queries.lockPerson(db, { affiliateId });
  const current = await readPreferenceState(db, affiliateId);
  const { chosen } = update;
  const changed = subjects.filter(
    (subject) => chosen[subject] !== undefined && (current.id === null || chosen[subject] !== current[subject]),
  );
  if (changed.length === 0) return current;
  if (update.version !== undefined && update.version !== current.version) throw staleError(current, changed, flagKey);
  const next = { ...current, ...chosen };
  await queries.upsertPreference(db, next);
  await queries.insertConsent(db, {
    affiliateId,
    actor: origin.actor,
    subjects: changed,
    values: changed.map((subject) => String(next[subject])),
    formerValues: changed.map((subject) => (current.id === null ? null : String(current[subject]))),
    textVersion,
    textLocale: origin.locale,
    how: origin.how,
    mailingJob: origin.mailingJob ?? null,
  });
  await enqueue(db, applyPreferences, { affiliateId });
  return readPreferenceState(db, affiliateId);
}

/** One entry for each field that differs from the request; `now` is the stored value. */
function staleError(current: PreferenceState, changed: readonly ChoiceSubject[], flagKey: string): CodedError {
  return new CodedError(
    fail.codes['preferences.stale'],
    changed.map((subject) => ({
      code: 'preferences.stale',
      message: 'preferences.stale',
      path: subject === 'communications' ? flagKey : subject,
      now: String(current[subject]),
    })),
  );
}

export async function listChoices(db: Db, affiliateId: number, caller: number): Promise<Choice[]> {
  const rows = await queries.listChoices(db, { affiliateId });
  return rows.map(({ actor, at, effectiveAt, ...row }) => ({
    ...row,
    at: at.toISOString(),
    effectiveAt: effectiveAt?.toISOString() ?? null,
    by: actor === null ? 'link' : actor === affiliateId ? 'self' : actor === caller ? 'caller' : 'other',
  }));
}
