import type { Services } from '#platform/server/http/context.ts';
import { renderPdf } from '#platform/server/documents/render-pdf.ts';
import { defaultLocale, type Locale } from '#platform/shared/locale.ts';
import { listConcerns } from '#features/forms/shared/concerns.ts';
import { contentDigest, type RecordContent } from '#features/forms/server/records/record-content.ts';
import {
  type FactRows,
  toDocumentForm,
  documentFrame,
  toDocumentSignature,
  type DocumentMessages,
  documentMessages,
} from './document-data.ts';

/** What was signed, on paper: in the language of the diver, with every word that anybody has read and the text that counts. */
export async function makeRecordPdf(services: Services, content: RecordContent): Promise<Buffer> {
  const locale = recordLocale(content);
  const words = documentMessages(services, locale);
  const title = services.messages.format(locale, `forms.packet.${content.packet}`);
  const data = {
    ...documentFrame(services, words, words.say('product')),
    title,
    facts: recordFactRows(words, content),
    medical: medicalSection(words, content),
    signatures: {
      title: words.say('signatures'),
      list: content.signers.map((signer) =>
        toDocumentSignature(words, signer, words.say(`role.${signer.role}`), signer.signedAt, [
          [words.say('language'), words.language(signer.locale)],
          ...(signer.signedInAs ? ([[words.say('signed_in'), signer.signedInAs.name]] as [string, string][]) : []),
        ]),
      ),
    },
    proof: proofSection(words, content),
    texts: formTexts(services, words, content),
  };
  return renderPdf({
    template: new URL('./record.typ', import.meta.url),
    data,
    locale,
    title: `${title}: ${content.diver.name}`,
    at: new Date(content.signedAt),
    isArchive: true,
  });
}

/** The diver's own language, in which the record is made. */
export function recordLocale({ signers }: Pick<RecordContent, 'signers'>): Locale {
  return signers.find(({ role }) => role === 'diver')?.locale ?? signers[0]?.locale ?? defaultLocale;
}

function formsShownIn({ shown }: RecordContent, locale: Locale) {
  return shown.find((one) => one.locale === locale)?.forms ?? [];
}

function recordFactRows(words: DocumentMessages, content: RecordContent): FactRows {
  const { diver, store, member } = content;
  const named = (one: RecordContent['store']) =>
    one && words.say('number', { name: one.name, number: String(one.number) });
  const rows: [string, string | null][] = [
    ['diver', words.say('number', { name: diver.name, number: String(diver.affiliateId) })],
    ['birthdate', words.day(diver.birthdate)],
    ['age', String(diver.age)],
    ['store', named(store)],
    ['instructor', named(member)],
    ['region', words.say(`region.${content.region}`)],
    ['completed', words.moment(content.signedAt)],
    ['record', content.id],
    ['valid', words.day(content.validUntil)],
    ['replaces', content.replaces],
  ];
  return rows.flatMap(([key, value]) => (value ? [[words.say(key), value]] : []));
}

/** What the answers ask for, on the day they were signed. */
function medicalSection(words: DocumentMessages, content: RecordContent) {
  const forms = formsShownIn(content, words.locale).map(({ form }) => form);
  const isAsked = forms.some(({ sections }) =>
    sections.some(({ questions }) => questions.some(({ asksPhysician }) => asksPhysician)),
  );
  if (!isAsked) return null;
  const concerns = listConcerns(forms, content.answers);
  const key = content.medicalStatus === 'clear' ? 'clear' : 'physician';
  return {
    title: words.say(key),
    text: words.say(`${key}_text`),
    tone: key === 'clear' ? 'plain' : 'care',
    concerns: concerns.map(({ text }) => text),
  };
}

function proofSection(words: DocumentMessages, content: RecordContent) {
  const versions = content.governing.map(({ title, version }) => `${title}\u{a0}${version}`);
  return {
    title: words.say('proof'),
    text: words.say('proof_text', { association: content.association }),
    facts: [[words.say('versions'), versions.join(', ')]] satisfies FactRows,
    digest: [words.say('digest'), contentDigest(content)],
  };
}

/** In each language in which somebody has read it, and then as it counts, unless that was read anyway. */
function formTexts(services: Services, words: DocumentMessages, { shown, signers, governing, answers }: RecordContent) {
  // A language that none of the forms is written in was read in English, like that of somebody else perhaps.
  const readings = Map.groupBy(shown, ({ forms }) => forms.map(({ locale }) => locale).join());
  const texts = [...readings.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { forms } = first;
    const locales = new Set([first, ...others].map(({ locale }) => locale));
    const readers = (id: string) =>
      signers.filter(({ locale, acknowledged }) => locales.has(locale) && acknowledged.includes(id));
    const isEnglish = forms.every(({ locale }) => locale === defaultLocale);
    return {
      title: words.say('text_in', { language: words.language(isEnglish ? defaultLocale : first.locale) }),
      note: null as string | null,
      forms: forms.map(({ locale, form }) =>
        toDocumentForm(
          documentMessages(services, locale),
          form,
          answers,
          readers(form.id).map(({ name }) => name),
        ),
      ),
      isEnglish,
    };
  });
  if (texts.some(({ isEnglish }) => isEnglish)) return texts;
  const english = documentMessages(services, defaultLocale);
  const forms = governing.map((form) => toDocumentForm(english, form, answers, []));
  return [...texts, { title: words.say('governing'), note: words.say('governing_text'), forms }];
}
