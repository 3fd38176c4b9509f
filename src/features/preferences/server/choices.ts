import type { Db } from '#platform/server/db/database.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { CodedError, fail as failCall } from '#platform/shared/errors.ts';
import type { Locale } from '#platform/shared/locale.ts';
import { type Choice, fail } from '#features/preferences/shared/contract.ts';
import { type Choices, defaultEmailLanguage, textVersion } from '#features/preferences/shared/rules.ts';
import { applyPreferences } from './apply-preferences.ts';
import * as sql from './queries.ts';

export type ChoiceSubject = Choice['subject'];
export type ConsentSource = Choice['how'];

/** What somebody wants, stored or, before the first choice, as it is without one. */
export interface PreferenceState extends Choices {
  affiliateId: number;
  globalUid: string;
  /** Null before the first choice. */
  id: string | null;
  version: number;
  updatedAt: Date | null;
}

/** Who chooses, by which way, and what they read. */
export interface ChoiceOrigin {
  affiliateId: number;
  /** Null for whoever holds the link. */
  actor: number | null;
  how: ConsentSource;
  locale: Locale;
  mailingJob?: string | null | undefined;
}

export interface ChoiceUpdate {
  chosen: Partial<Choices>;
  /** What the page was filled in from; without it nothing is compared. */
  version?: number | undefined;
}

const subjects = ['communications', 'thirdParty', 'communicationLanguage'] as const satisfies readonly ChoiceSubject[];

export async function readPreferenceState(db: Db, affiliateId: number): Promise<PreferenceState> {
  const [row] = await sql.findPreferenceState(db, affiliateId);
  if (row === undefined) throw failCall('not_found');
  if (row.id !== null) return row;
  const { globalUid } = row;
  const none = { communications: false, thirdParty: false, communicationLanguage: defaultEmailLanguage };
  return { ...none, affiliateId, globalUid, id: null, version: 0, updatedAt: null };
}

/** Keeps what differs, each with its record of consent; the mailing follows by a job of the same transaction. */
export async function saveChoices(
  db: Db,
  origin: ChoiceOrigin,
  wanted: ChoiceUpdate,
  flagKey: string,
): Promise<PreferenceState> {
  const { affiliateId } = origin;
  await sql.lockPerson(db, affiliateId);
  const current = await readPreferenceState(db, affiliateId);
  const { chosen } = wanted;
  const changed = subjects.filter(
    (subject) => chosen[subject] !== undefined && (current.id === null || chosen[subject] !== current[subject]),
  );
  if (changed.length === 0) return current;
  if (wanted.version !== undefined && wanted.version !== current.version) throw staleError(current, changed, flagKey);
  const next = { ...current, ...chosen };
  await sql.upsertPreference(db, affiliateId, next.communications, next.thirdParty, next.communicationLanguage);
  await sql.insertConsent(
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

/** One entry for each field that is not what the page wants; `now` is what it is. */
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
  const rows = await sql.listChoices(db, affiliateId);
  return rows.map(({ actor, at, effectiveAt, ...row }) => ({
    ...row,
    at: at.toISOString(),
    effectiveAt: effectiveAt?.toISOString() ?? null,
    by: actor === null ? 'link' : actor === affiliateId ? 'self' : actor === caller ? 'caller' : 'other',
  }));
}
