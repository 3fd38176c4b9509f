import { addDays, toIsoDate } from '#platform/shared/dates.ts';
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
  named: 'Kelder Bay Diving',
  buyer: 'Maren Lindqvist',
  email: 'adaeze.okafor@example.com',
  oldEmail: 'maren@example.com',
  newEmail: 'maren.lindqvist@example.com',
  passkey: 'iPhone',
  passkeys: 'iPhone, MacBook',
  digits: '4242',
};
/** Mails that show a code, as a block of its own: no message contains one, because subjects are stored. */
export const sampleCodes: ReadonlyMap<string, string> = new Map([['identity.mail.verify_email', '418207']]);
const moneyNames = new Set(['amount', 'total', 'fee', 'price']);
const levelNames = new Set(['level', 'course']);
/** Quoted texts in the language of the mail: `association.mails.sample.<name>`. */
const translatedSamples: Readonly<Record<string, string>> = {
  reason: 'reason',
  note: 'reason',
  title: 'title',
  items: 'items',
  what: 'items',
  kept: 'kept',
};

const sampleNumbers: Readonly<Record<string, number>> = { number: 10_412, days: 7 };
const samplePrice = 129.5;
/** Sample values for every placeholder of a mail or notification, in its language. */
export function createSampleValues(
  messages: Messages,
  { template, locale, url, now, club }: { template: string; locale: Locale; url: string; now: Date; club: string },
): MessageValues {
  const wanted = new Map<string, MessageValueKind>();
  for (const part of templateParts) {
    const text = messages.translate(locale, `${template}.${part}`);
    for (const [name, kind] of listMessageValues(text ?? '')) if (wanted.get(name) !== 'number') wanted.set(name, kind);
  }
  const values: MessageValues = { url };
  for (const [name, kind] of wanted)
    if (name === 'club') values[name] = club;
    else if (name !== 'brand' && name !== 'url') values[name] = createSampleValue(messages, locale, name, kind, now);
  return values;
}

function formatSamplePrice(locale: Locale): string {
  return new Intl.NumberFormat(formattingTag(locale), { style: 'currency', currency: 'USD' }).format(samplePrice);
}

function createSampleValue(messages: Messages, locale: Locale, name: string, kind: MessageValueKind, now: Date) {
  if (kind === 'number') return sampleNumbers[name] ?? 3;
  if (kind === 'date') return addDays(toIsoDate(now), 7);
  if (kind !== 'text') return kind.oneOf[0] ?? 'other';
  if (moneyNames.has(name)) return formatSamplePrice(locale);
  if (name === 'lines')
    return messages.format(locale, 'shop.mail.order_line', {
      name: messages.format(locale, 'association.mails.sample.items'),
      quantity: 1,
      price: formatSamplePrice(locale),
    });
  if (levelNames.has(name)) return messages.format(locale, 'certifications.level.open_water');
  const translated = translatedSamples[name];
  if (translated !== undefined) return messages.format(locale, `association.mails.sample.${translated}`);
  const sample = sampleNames[name];
  // A preview with a made-up text would not look like the mail.
  if (sample === undefined) throw new Error(`no sample value for {${name}} of a mail`);
  return sample;
}
