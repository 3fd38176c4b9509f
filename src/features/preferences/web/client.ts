import { boot } from '../../../platform/web/boot.ts';
import { createClient } from '../../../platform/web/client.ts';
import type { mailChoiceCalls, Preference, preferencesCalls } from '../shared/contract.ts';
import { type Choices, communicationsKey } from '../shared/rules.ts';

export const preferences = createClient<typeof preferencesCalls>('/api/preferences');
export const mailChoices = createClient<typeof mailChoiceCalls>('/api/preferences');

const flagKey = communicationsKey(boot.brand.productKey);

/** What the page calls by one name whatever the brand is called. */
export function choicesOf(preference: Preference): Choices & { version: number } {
  const { thirdParty, communicationLanguage, version } = preference;
  return { communications: preference[flagKey] === true, thirdParty, communicationLanguage, version };
}

/** The same on its way back. */
export function withFlag<Rest extends object>(rest: Rest, communications: boolean): Rest & Record<string, boolean> {
  return Object.assign({ ...rest }, { [flagKey]: communications });
}
