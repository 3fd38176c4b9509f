import type { Db } from '#platform/server/db/database.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { fail, type Recipient } from '#features/preferences/shared/contract.ts';
import type { Choices } from '#features/preferences/shared/rules.ts';
import type { ConsentSource } from './choices.ts';
import * as queries from './queries.ts';

type RecipientEntries = Recipient['preferences'];

/** The choices in effect. A person who never chose has not opted in. */
export async function describeRecipient(
  db: Db,
  affiliateId: number,
  globalUid: string,
  flagKey: string,
): Promise<Recipient> {
  const row = await queries.findEffective.first(db, { affiliateId });
  return {
    keys: { global_uid: globalUid },
    preferences: [
      describeEntry(flagKey, row?.communications ?? false, row?.communicationsHow ?? null),
      describeEntry('thirdParty', row?.thirdParty ?? false, row?.thirdPartyHow ?? null),
    ],
  };
}

function describeEntry(key: string, isOptedIn: boolean, how: ConsentSource | null): RecipientEntries[number] {
  return isOptedIn ? { key, status: 'OptIn', optInQualifier: how } : { key, status: 'OptOut', optOutReason: how };
}

/** The choices of a recipient record; a qualifier belongs to an opt-in and a reason to an opt-out. */
export function parseRecipient(entries: RecipientEntries, flagKey: string): Partial<Choices> {
  const chosen: Partial<Choices> = {};
  for (const [place, { key, status, optInQualifier, optOutReason }] of entries.entries()) {
    const path = `preferences.${place}`;
    const subject = key === flagKey ? 'communications' : key === 'thirdParty' ? key : null;
    if (subject === null)
      throw fail('preferences.unknown_field', { message: `unknown key ${key}`, path: `${path}.key` });
    if (subject in chosen) throw failCall('request.invalid', { message: 'duplicate key', path: `${path}.key` });
    if (optInQualifier && status !== 'OptIn')
      throw failCall('request.invalid', { message: 'allowed only with status OptIn', path: `${path}.optInQualifier` });
    if (optOutReason && status !== 'OptOut')
      throw failCall('request.invalid', { message: 'allowed only with status OptOut', path: `${path}.optOutReason` });
    chosen[subject] = status === 'OptIn';
  }
  return chosen;
}
