import type { Db } from '#platform/server/db/database.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { fail, type Recipient } from '#features/preferences/shared/contract.ts';
import type { Choices } from '#features/preferences/shared/rules.ts';
import type { ConsentSource } from './choices.ts';
import * as sql from './queries.ts';

type RecipientEntries = Recipient['preferences'];

/** What the mailing goes by now. Somebody who never chose has not opted in. */
export async function describeRecipient(
  db: Db,
  affiliateId: number,
  globalUid: string,
  flagKey: string,
): Promise<Recipient> {
  const [row] = await sql.findEffective(db, affiliateId);
  return {
    keys: { global_uid: globalUid },
    preferences: [
      describeEntry(flagKey, row?.communications ?? false, row?.communicationsHow ?? null),
      describeEntry('thirdParty', row?.thirdParty ?? false, row?.thirdPartyHow ?? null),
    ],
  };
}

function describeEntry(key: string, isIn: boolean, how: ConsentSource | null): RecipientEntries[number] {
  return isIn ? { key, status: 'OptIn', optInQualifier: how } : { key, status: 'OptOut', optOutReason: how };
}

/** The choices that a recipient record makes, key by key; a qualifier belongs to a yes and a reason to a no. */
export function parseRecipient(entries: RecipientEntries, flagKey: string): Partial<Choices> {
  const chosen: Partial<Choices> = {};
  for (const [place, { key, status, optInQualifier, optOutReason }] of entries.entries()) {
    const path = `preferences.${place}`;
    const subject = key === flagKey ? 'communications' : key === 'thirdParty' ? key : null;
    if (subject === null)
      throw fail('preferences.unknown_field', { message: `unknown key ${key}`, path: `${path}.key` });
    if (subject in chosen) throw failCall('request.invalid', { message: 'the key comes twice', path: `${path}.key` });
    if (optInQualifier && status !== 'OptIn')
      throw failCall('request.invalid', { message: 'only with OptIn', path: `${path}.optInQualifier` });
    if (optOutReason && status !== 'OptOut')
      throw failCall('request.invalid', { message: 'only with OptOut', path: `${path}.optOutReason` });
    chosen[subject] = status === 'OptIn';
  }
  return chosen;
}
