import { fail as failCall } from '#platform/shared/errors.ts';
import { fail } from '#features/preferences/shared/contract.ts';
import type { Choices } from '#features/preferences/shared/rules.ts';

/** Reads the brand's flag from a body whose schema accepts any boolean; other names are rejected. */
export function parseFlag(body: Readonly<Record<string, unknown>>, known: readonly string[], flagKey: string): boolean {
  const unknown = Object.keys(body).find((name) => name !== flagKey && !known.includes(name));
  if (unknown !== undefined)
    throw fail('preferences.unknown_field', { message: `unknown field; expected ${flagKey}`, path: unknown });
  const flag = body[flagKey];
  if (typeof flag !== 'boolean') throw failCall('request.invalid', { message: 'must be a boolean', path: flagKey });
  return flag;
}

interface LinkedBody {
  communications: boolean;
  thirdParty?: boolean | undefined;
  communicationLanguage?: Choices['communicationLanguage'] | undefined;
}

/** An opt-out may be sent alone; everything else needs the whole preference. */
export function parseLinkedChoices(body: LinkedBody): Partial<Choices> {
  const { communications, thirdParty, communicationLanguage } = body;
  if (!communications && thirdParty === undefined && communicationLanguage === undefined) return { communications };
  if (thirdParty === undefined) throw failCall('request.invalid', { message: 'is required', path: 'thirdParty' });
  if (communicationLanguage === undefined)
    throw failCall('request.invalid', { message: 'is required', path: 'communicationLanguage' });
  return { communications, thirdParty, communicationLanguage };
}
