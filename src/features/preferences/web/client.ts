import { boot } from '#platform/web/session/boot.ts';
import { createClient } from '#platform/web/client/client.ts';
import type { mailChoiceEndpoints, Preference, preferencesEndpoints } from '#features/preferences/shared/contract.ts';
import { type Choices, communicationsKey } from '#features/preferences/shared/rules.ts';

export const preferencesClient = createClient<typeof preferencesEndpoints>('/api/preferences');
export const mailChoiceClient = createClient<typeof mailChoiceEndpoints>('/api/preferences');

const flagKey = communicationsKey(boot.brand.productKey);

/** Maps the brand's flag to a fixed name. */
export function toChoices(preference: Preference): Choices & { version: number } {
  const { thirdParty, communicationLanguage, version } = preference;
  return { communications: preference[flagKey] === true, thirdParty, communicationLanguage, version };
}

/** Maps the fixed name back to the brand's flag. */
export function withCommunicationsFlag<Rest extends object>(
  rest: Rest,
  communications: boolean,
): Rest & Record<string, boolean> {
  return Object.assign({ ...rest }, { [flagKey]: communications });
}
