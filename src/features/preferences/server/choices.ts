import type { Db } from '../../../platform/server/db.ts';
import { enqueue } from '../../../platform/server/jobs.ts';
import { CodedError, fail as failCall } from '../../../platform/shared/errors.ts';
import type { Locale } from '../../../platform/shared/locale.ts';
import { type Choice, fail } from '../shared/contract.ts';
import { type Choices, defaultEmailLanguage, textVersion } from '../shared/rules.ts';
import { applyPreferences } from './apply.ts';
import * as sql from './sql.ts';

export type Subject = Choice['subject'];
export type How = Choice['how'];

/** What somebody wants, stored or, before the first choice, as it is without one. */
export interface State extends Choices {
  affiliateId: number;
  globalUid: string;
  /** Null before the first choice. */
  id: string | null;
  version: number;
  updatedAt: Date | null;
}

/** Who chooses, by which way, and what they read. */
export interface Origin {
  affiliateId: number;
  /** Null for whoever holds the link. */
  actor: number | null;
  how: How;
  locale: Locale;
  mailingJob?: string | null | undefined;
}

export interface Wanted {
  chosen: Partial<Choices>;
  /** What the page was filled in from; without it nothing is compared. */
  version?: number | undefined;
}

const subjects = ['communications', 'thirdParty', 'communicationLanguage'] as const satisfies readonly Subject[];

export async function readState(db: Db, affiliateId: number): Promise<State> {
  const [row] = await sql.findState(db, affiliateId);
  if (row === undefined) throw failCall('not_found');
  if (row.id !== null) return row;
  const { globalUid } = row;
  const none = { communications: false, thirdParty: false, communicationLanguage: defaultEmailLanguage };
  return { ...none, affiliateId, globalUid, id: null, version: 0, updatedAt: null };
}

/** Keeps what differs, each with its record of consent; the mailing follows by a job of the same transaction. */
export async function saveChoices(db: Db, origin: Origin, wanted: Wanted, flagKey: string): Promise<State> {
  const { affiliateId } = origin;
  await sql.lockPerson(db, affiliateId);
  const current = await readState(db, affiliateId);
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
  return readState(db, affiliateId);
}

/** One entry for each field that is not what the page wants; `now` is what it is. */
function staleError(current: State, changed: readonly Subject[], flagKey: string): CodedError {
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
