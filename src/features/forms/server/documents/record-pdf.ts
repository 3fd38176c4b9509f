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

/** The signed content for print, in the diver's language, with every text that a signer read and the governing text. */
export async function makeRecordPdf(services: Services, content: RecordContent): Promise<Buffer> {
  const locale = recordLocale(content);
  const messages = documentMessages(services, locale);
  const title = services.messages.format(locale, `forms.packet.${content.packet}`);
  const data = {
    ...documentFrame(services, messages, messages.format('product')),
    title,
    facts: recordFactRows(messages, content),
    medical: medicalSection(messages, content),
    signatures: {
      title: messages.format('signatures'),
      list: content.signers.map((signer) =>
        toDocumentSignature(messages, signer, messages.format(`role.${signer.role}`), signer.signedAt, [
          [messages.format('language'), messages.language(signer.locale)],
          ...(signer.signedInAs
            ? ([[messages.format('signed_in'), signer.signedInAs.name]] as [string, string][])
            : []),
        ]),
      ),
    },
    proof: proofSection(messages, content),
    texts: formTexts(services, messages, content),
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

/** The diver's language, in which the document is written. */
export function recordLocale({ signers }: Pick<RecordContent, 'signers'>): Locale {
  return signers.find(({ role }) => role === 'diver')?.locale ?? signers[0]?.locale ?? defaultLocale;
}

function formsShownIn({ shown }: RecordContent, locale: Locale) {
  return shown.find((entry) => entry.locale === locale)?.forms ?? [];
}

function recordFactRows(messages: DocumentMessages, content: RecordContent): FactRows {
  const { diver, store, member } = content;
  const named = (professional: RecordContent['store']) =>
    professional && messages.format('number', { name: professional.name, number: String(professional.number) });
  const rows: [string, string | null][] = [
    ['diver', messages.format('number', { name: diver.name, number: String(diver.affiliateId) })],
    ['birthdate', messages.day(diver.birthdate)],
    ['age', String(diver.age)],
    ['store', named(store)],
    ['instructor', named(member)],
    ['region', messages.format(`region.${content.region}`)],
    ['completed', messages.moment(content.signedAt)],
    ['record', content.id],
    ['valid', messages.day(content.validUntil)],
    ['replaces', content.replaces],
  ];
  return rows.flatMap(([key, value]) => (value ? [[messages.format(key), value]] : []));
}

/** Whether the answers required a physician when they were signed. */
function medicalSection(messages: DocumentMessages, content: RecordContent) {
  const forms = formsShownIn(content, messages.locale).map(({ form }) => form);
  const hasMedicalQuestions = forms.some(({ sections }) =>
    sections.some(({ questions }) => questions.some(({ asksPhysician }) => asksPhysician)),
  );
  if (!hasMedicalQuestions) return null;
  const concerns = listConcerns(forms, content.answers);
  const key = content.medicalStatus === 'clear' ? 'clear' : 'physician';
  return {
    title: messages.format(key),
    text: messages.format(`${key}_text`),
    tone: key === 'clear' ? 'plain' : 'care',
    concerns: concerns.map(({ text }) => text),
  };
}

function proofSection(messages: DocumentMessages, content: RecordContent) {
  const versions = content.governing.map(({ title, version }) => `${title}\u{a0}${version}`);
  return {
    title: messages.format('proof'),
    text: messages.format('proof_text', { association: content.association }),
    facts: [[messages.format('versions'), versions.join(', ')]] satisfies FactRows,
    digest: [messages.format('digest'), contentDigest(content)],
  };
}

/** The forms in each language that was read, followed by the governing text if no one read it. */
function formTexts(
  services: Services,
  messages: DocumentMessages,
  { shown, signers, governing, answers }: RecordContent,
) {
  // Untranslated forms were read in English, so two languages may share one text.
  const readings = Map.groupBy(shown, ({ forms }) => forms.map(({ locale }) => locale).join());
  const texts = [...readings.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { forms } = first;
    const locales = new Set([first, ...others].map(({ locale }) => locale));
    const readers = (id: string) =>
      signers.filter(({ locale, acknowledged }) => locales.has(locale) && acknowledged.includes(id));
    const isEnglish = forms.every(({ locale }) => locale === defaultLocale);
    return {
      title: messages.format('text_in', { language: messages.language(isEnglish ? defaultLocale : first.locale) }),
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
  return [...texts, { title: messages.format('governing'), note: messages.format('governing_text'), forms }];
}
