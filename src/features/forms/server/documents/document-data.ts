import { loadBrand } from '#platform/server/config/brand.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { MessageValues } from '#platform/server/i18n/messages.ts';
import { getTextDirection, formattingTag, intlTag, type Locale } from '#platform/shared/locale.ts';
import type { Answers, FormView, Strokes } from '#features/forms/shared/contract.ts';

export type DocumentMessages = ReturnType<typeof documentMessages>;
export type FactRows = [label: string, value: string][];

/** The words of a document in one language; the moments in it are UTC, wherever it is read. */
export function documentMessages({ messages }: Pick<Services, 'messages'>, locale: Locale) {
  const tag = formattingTag(locale);
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  const moments = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });
  const languages = new Intl.DisplayNames([intlTag(locale)], { type: 'language' });
  const lists = new Intl.ListFormat(intlTag(locale), { type: 'conjunction' });
  return {
    locale,
    say: (key: string, values?: MessageValues) => messages.format(locale, `forms.document.${key}`, values),
    day: (date: string) => days.format(new Date(date)),
    moment: (date: string) => moments.format(new Date(date)),
    language: (other: Locale) => languages.of(intlTag(other)) ?? other,
    list: (items: readonly string[]) => lists.format(items),
  };
}

/** What is on every page. */
export function documentFrame(services: Services, { say }: DocumentMessages, product: string) {
  const { name } = loadBrand(services.env.BRAND_FILE);
  return { brand: name, product, pageOf: say('page', { page: '{page}', pages: '{pages}' }) };
}

/** How Typst is told of a language. */
export function typstLanguage(locale: Locale) {
  const [lang = '', region = ''] = intlTag(locale).split('-');
  return { lang, region, dir: getTextDirection(locale) };
}

/** A form on paper: with its answers, if it has any, and without the boxes that stayed closed. */
export function toDocumentForm(words: DocumentMessages, form: FormView, answers: Answers, signedBy: readonly string[]) {
  const answered = (id: string) => {
    const given = answers[id] ?? '';
    if (given === 'yes' || given === 'no') return words.say(given);
    return given === '' ? words.say('unanswered') : given;
  };
  type Question = FormView['sections'][number]['questions'][number];
  const ask = ({ id, number, text }: Question, box: FormView['sections'][number] | undefined): object => ({
    number,
    text,
    answer: answered(id),
    box: box ? { title: box.title ?? '', questions: box.questions.map((one) => ask(one, undefined)) } : null,
  });
  const boxes = form.sections.filter(({ opensWith }) => opensWith !== null);
  const openedBy = (id: string) =>
    answers[id] === 'yes' ? boxes.find(({ opensWith }) => opensWith === id) : undefined;
  return {
    ...typstLanguage(words.locale),
    title: form.title,
    version: words.say('version', { version: form.version }),
    intro: form.intro,
    sections: form.sections
      .filter(({ opensWith }) => opensWith === null)
      .map(({ title, paragraphs, points, questions }) => ({
        title,
        paragraphs,
        points,
        questions: questions.map((one) => ask(one, openedBy(one.id))),
      })),
    note: boxes.length > 0 ? words.say('closed') : null,
    acknowledgement: form.acknowledgement,
    by: signedBy.length === 0 ? null : words.say('acknowledged_by', { names: words.list(signedBy) }),
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

/** A signature on paper: what was drawn, as lines; and how it came there. */
export function toDocumentSignature(
  words: DocumentMessages,
  signer: SignatureDetails,
  role: string,
  at: string,
  more: FactRows = [],
) {
  const { name, method, strokes, typedName, ip, userAgent } = signer;
  const facts: FactRows = [
    [words.say('when'), words.moment(at)],
    [words.say('how'), words.say(`how.${method}`)],
    ...more,
    [words.say('address'), ip],
    [words.say('browser'), userAgent],
  ];
  return {
    name,
    role,
    label: words.say('signature_of', { name }),
    svg: method === 'drawn' ? strokesToSvg(strokes ?? []) : null,
    typedName,
    facts: facts.filter(([, value]) => value !== ''),
  };
}

const strokeWidth = 5;

/** Nothing is smoothed or left out; only the empty sides of the field are. */
function strokesToSvg(strokes: Strokes): string {
  const xs = strokes.flatMap((stroke) => stroke.filter((_, index) => index % 2 === 0));
  const ys = strokes.flatMap((stroke) => stroke.filter((_, index) => index % 2 === 1));
  const [left, top] = [Math.min(...xs) - strokeWidth, Math.min(...ys) - strokeWidth];
  const [width, height] = [Math.max(...xs) + strokeWidth - left, Math.max(...ys) + strokeWidth - top];
  const lines = strokes.map((stroke) => {
    const [x = 0, y = 0] = stroke;
    // A dot is a line too, or it would not be drawn.
    return `<polyline points="${(stroke.length === 2 ? [x, y, x + 0.1, y] : stroke).join(' ')}"/>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" fill="none" ` +
    `stroke="#06232B" stroke-width="${strokeWidth}" stroke-linecap="round" stroke-linejoin="round">${lines.join('')}</svg>`
  );
}
