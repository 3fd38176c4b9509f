import type { Db } from '#platform/server/db/database.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { CodedError, fail as failCall } from '#platform/shared/errors.ts';
import type { Locale } from '#platform/shared/locale.ts';
import { type Choice, fail } from '#features/preferences/shared/contract.ts';
import { type Choices, defaultEmailLanguage, textVersion } from '#features/preferences/shared/rules.ts';
import { applyPreferences } from './apply-preferences.ts';
import * as queries from './queries.ts';

export type ChoiceSubject = Choice['subject'];
export type ConsentSource = Choice['how'];

/** A person's choices, or the defaults before the first choice. */
export interface PreferenceState extends Choices {
  affiliateId: number;
  globalUid: string;
  /** Null before the first choice. */
  id: string | null;
  version: number;
  updatedAt: Date | null;
}

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
  const [row] = await queries.findPreferenceState(db, affiliateId);
  if (row === undefined) throw failCall('not_found');
  if (row.id !== null) return row;
  const { globalUid } = row;
  const none = { communications: false, thirdParty: false, communicationLanguage: defaultEmailLanguage };
  return { ...none, affiliateId, globalUid, id: null, version: 0, updatedAt: null };
}

/** Stores the changed choices with a consent record each, and enqueues the job that applies them. */
export async function saveChoices(
  db: Db,
  origin: ChoiceOrigin,
  update: ChoiceUpdate,
  flagKey: string,
): Promise<PreferenceState> {
  const { affiliateId } = origin;
  await queries.lockPerson(db, affiliateId);
  const current = await readPreferenceState(db, affiliateId);
  const { chosen } = update;
  const changed = subjects.filter(
    (subject) => chosen[subject] !== undefined && (current.id === null || chosen[subject] !== current[subject]),
  );
  if (changed.length === 0) return current;
  if (update.version !== undefined && update.version !== current.version) throw staleError(current, changed, flagKey);
  const next = { ...current, ...chosen };
  await queries.upsertPreference(db, affiliateId, next.communications, next.thirdParty, next.communicationLanguage);
  await queries.insertConsent(
    db,
    affiliateId,
    origin.actor,
    changed,
    changed.map((subject) => String(next[subject])),
    changed.map((subject) => (current.id === null ? null : String(current[subject]))),
    textVersion,
    origin.locale,
    origin.how,
    origin.mailingJob ?? null,
  );
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
  const rows = await queries.listChoices(db, affiliateId);
  return rows.map(({ actor, at, effectiveAt, ...row }) => ({
    ...row,
    at: at.toISOString(),
    effectiveAt: effectiveAt?.toISOString() ?? null,
    by: actor === null ? 'link' : actor === affiliateId ? 'self' : actor === caller ? 'caller' : 'other',
  }));
}
