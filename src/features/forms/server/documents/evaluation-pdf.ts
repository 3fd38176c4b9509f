import type { Services } from '#platform/server/http/context.ts';
import { renderPdf } from '#platform/server/documents/render-pdf.ts';
import { defaultLocale, type Locale } from '#platform/shared/locale.ts';
import type { Concern } from '#features/forms/shared/concerns.ts';
import type { FormView } from '#features/forms/shared/contract.ts';
import { contentDigest, type EvaluationContent } from '#features/forms/server/records/record-content.ts';
import {
  toDocumentForm,
  documentFrame,
  typstLanguage,
  toDocumentSignature,
  type DocumentMessages,
  documentMessages,
} from './document-data.ts';

const template = new URL('./evaluation.typ', import.meta.url);

/** What a physician has decided, with the words that they read and the text that counts. */
export async function makeEvaluationPdf(services: Services, content: EvaluationContent): Promise<Buffer> {
  const words = documentMessages(services, content.locale);
  const { form, governing } = content;
  const english = documentMessages(services, defaultLocale);
  const texts = [toDocumentForm(documentMessages(services, form.locale), form.form, {}, [content.physician])];
  if (form.locale !== defaultLocale) texts.push(toDocumentForm(english, governing, {}, []));
  const isApproved = content.decision === 'approved';
  const data = {
    ...documentHead(services, words, content),
    decision: {
      title: words.say('evaluation.decision'),
      text: words.say(`evaluation.${content.decision}`),
      tone: isApproved ? 'plain' : 'act',
      remarks: content.remarks,
      signature: toDocumentSignature(
        words,
        { ...content, name: content.physician },
        words.say('evaluation.physician'),
        content.decidedAt,
        [
          [words.say('evaluation.license'), content.license ?? ''],
          [words.say('evaluation.clinic'), content.clinic],
          [words.say('evaluation.phone'), content.phone ?? ''],
        ],
      ),
    },
    proof: {
      title: words.say('proof'),
      text: words.say('proof_text', { association: content.association }),
      facts: [],
      digest: [words.say('digest'), contentDigest(content)],
    },
    texts,
    blank: null,
  };
  const { locale, decidedAt } = content;
  return renderPdf({ template, data, locale, title: data.title, at: new Date(decidedAt), isArchive: true });
}

export interface PhysicianPageContent {
  recordId: string;
  diver: { name: string; birthdate: string; age: number };
  /** As the reader's language has it. */
  form: { locale: Locale; form: FormView };
  concerns: Concern[];
  locale: Locale;
}

/** The page that is printed, filled in by hand and brought back. */
export async function makePhysicianPagePdf(services: Services, page: PhysicianPageContent, at: Date): Promise<Buffer> {
  const words = documentMessages(services, page.locale);
  const field = (key: string) => words.say(`evaluation.${key}`);
  const data = {
    ...documentHead(services, words, page),
    decision: null,
    proof: null,
    texts: [toDocumentForm(documentMessages(services, page.form.locale), page.form.form, {}, [])],
    blank: {
      ...typstLanguage(page.form.locale),
      acknowledgement: page.form.form.acknowledgement,
      title: field('fill_in'),
      tick: field('instructions'),
      approved: field('approved'),
      refused: field('refused'),
      remarks: field('remarks'),
      physician: field('physician'),
      license: field('license'),
      clinic: field('clinic'),
      phone: field('phone'),
      signature: field('signature'),
      date: field('date'),
      bringBack: field('bring_back'),
    },
  };
  return renderPdf({ template, data, locale: page.locale, title: data.title, at });
}

type DocumentHeadInput = Pick<PhysicianPageContent, 'recordId' | 'diver' | 'form' | 'concerns'>;

function documentHead(
  services: Services,
  words: DocumentMessages,
  { recordId, diver, form, concerns }: DocumentHeadInput,
) {
  return {
    ...documentFrame(services, words, words.say('evaluation.product')),
    title: `${words.say('evaluation.product')}: ${diver.name}`,
    facts: [
      [words.say('diver'), diver.name],
      [words.say('birthdate'), words.day(diver.birthdate)],
      [words.say('age'), String(diver.age)],
      [words.say('record'), recordId],
    ],
    concerns: {
      ...typstLanguage(form.locale),
      title: words.say('evaluation.concerns'),
      list: concerns.map(({ text }) => text),
    },
  };
}
