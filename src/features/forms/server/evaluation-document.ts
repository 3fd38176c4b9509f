import type { Services } from '../../../platform/server/context.ts';
import { makePdf } from '../../../platform/server/documents.ts';
import { defaultLocale, type Locale } from '../../../platform/shared/locale.ts';
import type { Concern } from '../shared/concerns.ts';
import type { FormView } from '../shared/contract.ts';
import { digestOf, type EvaluationContent } from './content-shape.ts';
import { formOnPaper, frameOf, languageOf, signatureOnPaper, type Words, wordsIn } from './document-words.ts';

const template = new URL('./evaluation.typ', import.meta.url);

/** What a physician has decided, with the words that they read and the text that counts. */
export async function makeEvaluationPdf(services: Services, content: EvaluationContent): Promise<Buffer> {
  const words = wordsIn(services, content.locale);
  const { form, governing } = content;
  const english = wordsIn(services, defaultLocale);
  const texts = [formOnPaper(wordsIn(services, form.locale), form.form, {}, [content.physician])];
  if (form.locale !== defaultLocale) texts.push(formOnPaper(english, governing, {}, []));
  const isApproved = content.decision === 'approved';
  const data = {
    ...headOf(services, words, content),
    decision: {
      title: words.say('evaluation.decision'),
      text: words.say(`evaluation.${content.decision}`),
      tone: isApproved ? 'plain' : 'act',
      remarks: content.remarks,
      signature: signatureOnPaper(
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
      digest: [words.say('digest'), digestOf(content)],
    },
    texts,
    blank: null,
  };
  const { locale, decidedAt } = content;
  return makePdf({ template, data, locale, title: data.title, at: new Date(decidedAt), isArchive: true });
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
export async function makePhysicianPage(services: Services, page: PhysicianPageContent, at: Date): Promise<Buffer> {
  const words = wordsIn(services, page.locale);
  const field = (key: string) => words.say(`evaluation.${key}`);
  const data = {
    ...headOf(services, words, page),
    decision: null,
    proof: null,
    texts: [formOnPaper(wordsIn(services, page.form.locale), page.form.form, {}, [])],
    blank: {
      ...languageOf(page.form.locale),
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
  return makePdf({ template, data, locale: page.locale, title: data.title, at });
}

type Head = Pick<PhysicianPageContent, 'recordId' | 'diver' | 'form' | 'concerns'>;

function headOf(services: Services, words: Words, { recordId, diver, form, concerns }: Head) {
  return {
    ...frameOf(services, words, words.say('evaluation.product')),
    title: `${words.say('evaluation.product')}: ${diver.name}`,
    facts: [
      [words.say('diver'), diver.name],
      [words.say('birthdate'), words.day(diver.birthdate)],
      [words.say('age'), String(diver.age)],
      [words.say('record'), recordId],
    ],
    concerns: {
      ...languageOf(form.locale),
      title: words.say('evaluation.concerns'),
      list: concerns.map(({ text }) => text),
    },
  };
}
