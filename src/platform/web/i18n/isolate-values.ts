import { isolateBidi } from '#platform/shared/bidi-isolate.ts';
import type { Locale } from '#platform/shared/locale.ts';

export type MessageValues = Readonly<Record<string, unknown>>;

/** Adds bidi isolates to the text values of a message where they run against its direction. */
export function isolateValues(locale: Locale, message: unknown, values: MessageValues): MessageValues {
  // A select argument (type 5 of the parser) is compared and not shown, so it must stay unchanged.
  const isShown = (name: string) => !JSON.stringify(message ?? '').includes(`"type":5,"value":"${name}"`);
  const entries = Object.entries(values).map(([name, value]) => {
    const isolated = typeof value === 'string' ? isolateBidi(locale, value) : value;
    // Most values need no isolate; the message is searched only for those that do.
    return [name, isolated === value || !isShown(name) ? value : isolated];
  });
  return Object.fromEntries(entries) as MessageValues;
}
