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

/** A physician's decision, with the text that they read and the governing text. */
export async function makeEvaluationPdf(services: Services, content: EvaluationContent): Promise<Buffer> {
  const messages = documentMessages(services, content.locale);
  const { form, governing } = content;
  const english = documentMessages(services, defaultLocale);
  const texts = [toDocumentForm(documentMessages(services, form.locale), form.form, {}, [content.physician])];
  if (form.locale !== defaultLocale) texts.push(toDocumentForm(english, governing, {}, []));
  const isApproved = content.decision === 'approved';
  const data = {
    ...documentHead(services, messages, content),
    decision: {
      title: messages.format('evaluation.decision'),
      text: messages.format(`evaluation.${content.decision}`),
      tone: isApproved ? 'plain' : 'act',
      remarks: content.remarks,
      signature: toDocumentSignature(
        messages,
        { ...content, name: content.physician },
        messages.format('evaluation.physician'),
        content.decidedAt,
        [
          [messages.format('evaluation.license'), content.license ?? ''],
          [messages.format('evaluation.clinic'), content.clinic],
          [messages.format('evaluation.phone'), content.phone ?? ''],
        ],
      ),
    },
    proof: {
      title: messages.format('proof'),
      text: messages.format('proof_text', { association: content.association }),
      facts: [],
      digest: [messages.format('digest'), contentDigest(content)],
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
  /** The physician's form in the reader's language. */
  form: { locale: Locale; form: FormView };
  concerns: Concern[];
  locale: Locale;
}

/** The page to print, fill in by hand and upload. */
export async function makePhysicianPagePdf(services: Services, page: PhysicianPageContent, at: Date): Promise<Buffer> {
  const messages = documentMessages(services, page.locale);
  const field = (key: string) => messages.format(`evaluation.${key}`);
  const data = {
    ...documentHead(services, messages, page),
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
  messages: DocumentMessages,
  { recordId, diver, form, concerns }: DocumentHeadInput,
) {
  return {
    ...documentFrame(services, messages, messages.format('evaluation.product')),
    title: `${messages.format('evaluation.product')}: ${diver.name}`,
    facts: [
      [messages.format('diver'), diver.name],
      [messages.format('birthdate'), messages.day(diver.birthdate)],
      [messages.format('age'), String(diver.age)],
      [messages.format('record'), recordId],
    ],
    concerns: {
      ...typstLanguage(form.locale),
      title: messages.format('evaluation.concerns'),
      list: concerns.map(({ text }) => text),
    },
  };
}
