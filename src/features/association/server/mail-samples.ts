import type { Messages, MessageValues } from '../../../platform/server/messages.ts';
import { listValues, type ValueKind } from '../../../platform/server/message-values.ts';
import { formattingTag, type Locale } from '../../../platform/shared/locale.ts';

const parts = ['title', 'name', 'subject', 'body', 'action'];

/** Nobody's: they stand where a person's own would. */
const names: Readonly<Record<string, string>> = {
  name: 'Maren',
  person: 'Maren Lindqvist',
  diver: 'Jonas Weber',
  applicant: 'Leilani Kahale',
  child: 'Ida',
  guardian: 'Adaeze Okafor',
  from: 'Adaeze Okafor',
  by: 'Tomás Reyes',
  instructor: 'Tomás Reyes',
  store: 'Kelder Bay Diving',
  club: 'Club',
  passkey: 'iPhone',
  passkeys: 'iPhone, MacBook',
  digits: '4242',
};
const moneyNames = new Set(['amount', 'total', 'fee', 'price']);
const levelNames = new Set(['level', 'course']);
/** What a mail quotes, in the language of the mail: `association.mails.sample.<name>`. */
const sampled = new Set(['reason', 'title', 'items', 'lines', 'kept']);

const numbers: Readonly<Record<string, number>> = { number: 10_412, days: 7 };
const price = 129.5;
const dayMs = 86_400_000;

/** Made-up values for every place that the words of a mail or its notification have, in its language. */
export function makeSamples(
  messages: Messages,
  { template, locale, url, now }: { template: string; locale: Locale; url: string; now: Date },
): MessageValues {
  const wanted = new Map<string, ValueKind>();
  for (const part of parts) {
    const text = messages.translate(locale, `${template}.${part}`);
    for (const [name, kind] of listValues(text ?? '')) if (wanted.get(name) !== 'number') wanted.set(name, kind);
  }
  const values: MessageValues = { url };
  for (const [name, kind] of wanted)
    if (name !== 'brand' && name !== 'url') values[name] = sampleOf(messages, locale, name, kind, now);
  return values;
}

function sampleOf(messages: Messages, locale: Locale, name: string, kind: ValueKind, now: Date) {
  if (kind === 'number') return numbers[name] ?? 3;
  if (kind === 'date') return new Date(now.getTime() + 7 * dayMs);
  if (kind !== 'text') return kind.oneOf[0] ?? 'other';
  if (moneyNames.has(name))
    return new Intl.NumberFormat(formattingTag(locale), { style: 'currency', currency: 'USD' }).format(price);
  if (levelNames.has(name)) return messages.format(locale, 'certifications.level.open_water');
  if (sampled.has(name)) return messages.format(locale, `association.mails.sample.${name}`);
  return names[name] ?? messages.format(locale, 'association.mails.sample.other');
}
