import { loadBrand } from '#platform/server/config/brand.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { MessageValues } from '#platform/server/i18n/messages.ts';
import { createDayFormatter } from '#platform/shared/format-day.ts';
import { formattingTag, getLanguageName, getTextDirection, intlTag, type Locale } from '#platform/shared/locale.ts';
import type { Answers, FormView, Strokes } from '#features/forms/shared/contract.ts';

export type DocumentMessages = ReturnType<typeof documentMessages>;
export type FactRows = [label: string, value: string][];

/** The messages of a document in one language. Times are in UTC, so the document reads the same everywhere. */
export function documentMessages({ messages }: Pick<Services, 'messages'>, locale: Locale) {
  const tag = formattingTag(locale);
  const moments = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });
  const lists = new Intl.ListFormat(intlTag(locale), { type: 'conjunction' });
  return {
    locale,
    format: (key: string, values?: MessageValues) => messages.format(locale, `forms.document.${key}`, values),
    day: createDayFormatter(locale, 'long'),
    moment: (date: string) => moments.format(new Date(date)),
    language: (other: Locale) => getLanguageName(other, locale),
    list: (items: readonly string[]) => lists.format(items),
  };
}

/** The brand, product and page number shown on every page. */
export function documentFrame(services: Services, { format }: DocumentMessages, product: string) {
  const { name } = loadBrand(services.env.BRAND_FILE);
  return { brand: name, product, pageOf: format('page', { page: '{page}', pages: '{pages}' }) };
}

/** The language and text direction in Typst's terms. */
export function typstLanguage(locale: Locale) {
  const [lang = '', region = ''] = intlTag(locale).split('-');
  return { lang, region, dir: getTextDirection(locale) };
}

/** A form for print, with its answers if there are any. Closed boxes are left out. */
export function toDocumentForm(
  messages: DocumentMessages,
  form: FormView,
  answers: Answers,
  signedBy: readonly string[],
) {
  const formatAnswer = (id: string) => {
    const value = answers[id] ?? '';
    if (value === 'yes' || value === 'no') return messages.format(value);
    return value === '' ? messages.format('unanswered') : value;
  };
  type Question = FormView['sections'][number]['questions'][number];
  const toQuestion = ({ id, number, text }: Question, box: FormView['sections'][number] | undefined): object => ({
    number,
    text,
    answer: formatAnswer(id),
    box: box
      ? { title: box.title ?? '', questions: box.questions.map((question) => toQuestion(question, undefined)) }
      : null,
  });
  const boxes = form.sections.filter(({ opensWith }) => opensWith !== null);
  const openedBy = (id: string) =>
    answers[id] === 'yes' ? boxes.find(({ opensWith }) => opensWith === id) : undefined;
  return {
    ...typstLanguage(messages.locale),
    title: form.title,
    version: messages.format('version', { version: form.version }),
    intro: form.intro,
    sections: form.sections
      .filter(({ opensWith }) => opensWith === null)
      .map(({ title, paragraphs, points, questions }) => ({
        title,
        paragraphs,
        points,
        questions: questions.map((question) => toQuestion(question, openedBy(question.id))),
      })),
    note: boxes.length > 0 ? messages.format('closed') : null,
    acknowledgement: form.acknowledgement,
    by: signedBy.length === 0 ? null : messages.format('acknowledged_by', { names: messages.list(signedBy) }),
  };
}

interface SignatureDetails {
  name: string;
  method: 'drawn' | 'typed';
  strokes: Strokes | null;
  typedName: string | null;
  ip: string;
  userAgent: string;
}

/** A signature for print: the strokes as SVG and the details of how it was made. */
export function toDocumentSignature(
  messages: DocumentMessages,
  signer: SignatureDetails,
  role: string,
  at: string,
  more: FactRows = [],
) {
  const { name, method, strokes, typedName, ip, userAgent } = signer;
  const facts: FactRows = [
    [messages.format('when'), messages.moment(at)],
    [messages.format('how'), messages.format(`how.${method}`)],
    ...more,
    [messages.format('address'), ip],
    [messages.format('browser'), userAgent],
  ];
  return {
    name,
    role,
    label: messages.format('signature_of', { name }),
    svg: method === 'drawn' ? strokesToSvg(strokes ?? []) : null,
    typedName,
    facts: facts.filter(([, value]) => value !== ''),
  };
}

const strokeWidth = 5;

/** The strokes are drawn unchanged; only the empty margin is cropped. */
function strokesToSvg(strokes: Strokes): string {
  const xs = strokes.flatMap((stroke) => stroke.filter((_, index) => index % 2 === 0));
  const ys = strokes.flatMap((stroke) => stroke.filter((_, index) => index % 2 === 1));
  const [left, top] = [Math.min(...xs) - strokeWidth, Math.min(...ys) - strokeWidth];
  const [width, height] = [Math.max(...xs) + strokeWidth - left, Math.max(...ys) + strokeWidth - top];
  const lines = strokes.map((stroke) => {
    const [x = 0, y = 0] = stroke;
    // A dot becomes a short line, because a single point would not be drawn.
    return `<polyline points="${(stroke.length === 2 ? [x, y, x + 0.1, y] : stroke).join(' ')}"/>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" fill="none" ` +
    `stroke="#06232B" stroke-width="${strokeWidth}" stroke-linecap="round" stroke-linejoin="round">${lines.join('')}</svg>`
  );
}
