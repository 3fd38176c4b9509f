import { isolateBidi } from '#platform/shared/bidi-isolate.ts';
import type { Locale } from '#platform/shared/locale.ts';

export type MessageValues = Readonly<Record<string, unknown>>;

/** The texts among the values as they stand in a sentence of the language. */
export function isolateValues(locale: Locale, message: unknown, values: MessageValues): MessageValues {
  // The word of a choice, which the parser counts as 5, is not read but compared.
  const isRead = (name: string) => !JSON.stringify(message ?? '').includes(`"type":5,"value":"${name}"`);
  const own = Object.entries(values).map(([name, value]) => {
    const apart = typeof value === 'string' ? isolateBidi(locale, value) : value;
    // Most are as they were: the message is looked into for the few that are not.
    return [name, apart === value || !isRead(name) ? value : apart];
  });
  return Object.fromEntries(own) as MessageValues;
}
