import { dayMs } from '#platform/shared/dates.ts';
import type { Messages, MessageValues } from '#platform/server/i18n/messages.ts';
import { listMessageValues, type MessageValueKind } from '#platform/server/i18n/message-values.ts';
import { formattingTag, type Locale } from '#platform/shared/locale.ts';

const templateParts = ['title', 'name', 'subject', 'body', 'action'];

/** Made-up names for the previews. */
const sampleNames: Readonly<Record<string, string>> = {
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
/** Quoted texts in the language of the mail: `association.mails.sample.<name>`. */
const translatedSamples = new Set(['reason', 'title', 'items', 'lines', 'kept']);

const sampleNumbers: Readonly<Record<string, number>> = { number: 10_412, days: 7 };
const samplePrice = 129.5;
/** Sample values for every placeholder of a mail or notification, in its language. */
export function createSampleValues(
  messages: Messages,
  { template, locale, url, now }: { template: string; locale: Locale; url: string; now: Date },
): MessageValues {
  const wanted = new Map<string, MessageValueKind>();
  for (const part of templateParts) {
    const text = messages.translate(locale, `${template}.${part}`);
    for (const [name, kind] of listMessageValues(text ?? '')) if (wanted.get(name) !== 'number') wanted.set(name, kind);
  }
  const values: MessageValues = { url };
  for (const [name, kind] of wanted)
    if (name !== 'brand' && name !== 'url') values[name] = createSampleValue(messages, locale, name, kind, now);
  return values;
}

function createSampleValue(messages: Messages, locale: Locale, name: string, kind: MessageValueKind, now: Date) {
  if (kind === 'number') return sampleNumbers[name] ?? 3;
  if (kind === 'date') return new Date(now.getTime() + 7 * dayMs);
  if (kind !== 'text') return kind.oneOf[0] ?? 'other';
  if (moneyNames.has(name))
    return new Intl.NumberFormat(formattingTag(locale), { style: 'currency', currency: 'USD' }).format(samplePrice);
  if (levelNames.has(name)) return messages.format(locale, 'certifications.level.open_water');
  if (translatedSamples.has(name)) return messages.format(locale, `association.mails.sample.${name}`);
  return sampleNames[name] ?? messages.format(locale, 'association.mails.sample.other');
}
