import type { Paragraph, RootContent } from 'mdast';
import { shuffle } from '#features/learning/shared/grading.ts';
import { questionTypes, type AnswerKey, type Question, type RichText } from '#features/learning/shared/content.ts';
import {
  getLine,
  toPlainText,
  readRichText,
  type Blockquote,
  type ContainerDirective,
  type List,
  type ListItem,
  type SourceFile,
  type Table,
} from './markdown.ts';
import { isPictureName, readPicture, type Media } from './picture.ts';

/** A question as written in the file: options in file order, with the right ones marked. */
export interface QuestionContent {
  id: string;
  file: string;
  line: number | undefined;
  type: Question['type'];
  /** The lesson to review, as `section/lesson`. */
  lesson: string | null;
  prompt: RichText[];
  options: { text: RichText; isRight: boolean; why: RichText | null }[];
  terms: RichText[];
  answer: number | null;
  tolerance: number | null;
  unit: string | null;
  picture: Question['picture'];
  spots: { name: string; x: number; y: number; r: number }[];
  explanation: RichText[];
}

export interface QuestionSource extends SourceFile {
  packageId: string;
  media: Media;
  /** Caption languages, the reader's first. */
  captionCultures: readonly string[];
}

export function readQuestion(source: QuestionSource, node: ContainerDirective): QuestionContent | null {
  const { id, type, lesson, answer, tolerance, unit, src, alt } = node.attributes ?? {};
  const reportError = (problem: string, at: { position?: { start: { line: number } } | undefined } = node) => {
    source.errors.add(source.file, getLine(at), problem);
    return null;
  };
  if (!id || !/^[a-z0-9][a-z0-9-]{0,59}$/.test(id))
    return reportError('a question needs an id: {#kebab-case type="choice"}');
  const known = questionTypes.find((name) => name === type);
  if (!known) return reportError(`question ${id}: the type must be one of ${questionTypes.join(', ')}`);
  const children = node.children as RootContent[];
  const body =
    known === 'number' ? -1 : children.findIndex((child) => child.type === (known === 'match' ? 'table' : 'list'));
  if (known !== 'number' && body < 0) return reportError(`question ${id}: the answers are missing`);
  // Number questions have no list of answers; their last paragraph is the explanation.
  const split = known === 'number' ? children.length - 1 : body;
  const paragraphs = (nodes: readonly RootContent[]) =>
    nodes.flatMap((child) => {
      if (child.type !== 'paragraph')
        reportError(`question ${id}: only paragraphs are allowed around the answers`, child);
      return child.type === 'paragraph' ? [readRichText(source, (child as Paragraph).children)] : [];
    });
  const question: QuestionContent = {
    id,
    file: source.file,
    line: getLine(node),
    type: known,
    lesson: lesson ?? null,
    prompt: paragraphs(children.slice(0, split)),
    options: [],
    terms: [],
    answer: null,
    tolerance: null,
    unit: unit ?? null,
    picture: src ? readPicture(source.media, src, alt ?? '', source.errors) : null,
    spots: [],
    explanation: paragraphs(children.slice(known === 'number' ? split : split + 1)),
  };
  if (question.prompt.length === 0) reportError(`question ${id}: the question text is missing`);
  if (question.explanation.length === 0) reportError(`question ${id}: the explanation after the answers is missing`);
  if (question.picture && !alt) reportError(`question ${id}: the picture has no alt`);
  if (src && !isPictureName(src)) reportError(`question ${id}: a picture must be a file name such as kit.svg`);
  if (known === 'number') {
    question.answer = Number(answer);
    question.tolerance = Number(tolerance ?? 0);
    if (!answer || !Number.isFinite(question.answer) || !Number.isFinite(question.tolerance) || question.tolerance < 0)
      return reportError(`question ${id}: answer="12.5" tolerance="0.1"`);
    return question;
  }
  const problem =
    known === 'match'
      ? readPairs(source, question, children[body] as Table)
      : readList(source, question, children[body] as List);
  return problem === null ? question : reportError(`question ${id}: ${problem}`, children[body]);
}

function readPairs(source: SourceFile, question: QuestionContent, table: Table): string | null {
  const [, ...rows] = table.children;
  if (rows.length < 3 || rows.length > 5 || rows.some((row) => row.children.length !== 2))
    return 'match needs a table with two columns and 3 to 5 rows';
  for (const row of rows) {
    question.terms.push(readRichText(source, row.children[0]?.children ?? []));
    question.options.push({ text: readRichText(source, row.children[1]?.children ?? []), isRight: true, why: null });
  }
  const seen = new Set(question.options.map(({ text }) => toPlainText(text)));
  return seen.size === question.options.length ? null : 'two rows of match have the same answer';
}

function readList(source: SourceFile, question: QuestionContent, list: List): string | null {
  const { type } = question;
  for (const item of list.children) question.options.push(readOption(source, item));
  const { length } = question.options;
  const right = question.options.filter(({ isRight }) => isRight).length;
  if (type === 'order')
    return list.ordered && length >= 3 && length <= 6 ? null : 'order needs a numbered list of 3 to 6';
  if (list.ordered || list.children.some(({ checked }) => typeof checked !== 'boolean'))
    return 'the answers must be a list of - [ ] and - [x]';
  if (length < 2 || length > 6) return '2 to 6 answers are required';
  if (type === 'choices' ? right < 2 || right === length : right !== 1)
    return type === 'choices' ? 'at least two answers must be right, but not all' : 'exactly one answer must be right';
  if (type !== 'hotspot') return null;
  if (!question.picture) return 'hotspot needs a picture: src="kit.svg" alt="…"';
  for (const option of question.options) {
    const place = /^(.*\S)\s*@([\d.]+),([\d.]+),([\d.]+)$/.exec(toPlainText(option.text));
    if (!place) return 'each answer of hotspot must end in @x,y,r';
    const [x = 0, y = 0, r = 0] = place.slice(2).map(Number);
    if (x > 100 || y > 100 || r < 1 || r > 40) return 'x and y must be percentages, r must be 1 to 40';
    question.spots.push({ name: place[1] ?? '', x, y, r });
  }
  return null;
}

function readOption(source: SourceFile, item: ListItem): QuestionContent['options'][number] {
  const text = item.children.find((child) => child.type === 'paragraph');
  const quote = item.children.find((child) => child.type === 'blockquote') as Blockquote | undefined;
  const why = quote?.children.find((child) => child.type === 'paragraph');
  return {
    text: text ? readRichText(source, text.children) : [],
    isRight: item.checked === true,
    why: why ? readRichText(source, why.children) : null,
  };
}

/**
 * Shuffles a question by seed and returns it with its key. Option ids are positions after shuffling, so they do not
 * reveal the right answer.
 */
export function presentQuestion(written: QuestionContent, seed: string): { question: Question; key: AnswerKey } {
  const { id, type, prompt, terms, unit, picture, explanation } = written;
  const mixture = shuffle(
    written.options.map((_, index) => index),
    `${seed}:${id}`,
  );
  // An order question must not be shown already solved.
  const isSolved = type === 'order' && mixture.every((index, place) => index === place);
  const places = isSolved ? [...mixture.slice(1), ...mixture.slice(0, 1)] : mixture;
  const placeOf = (index: number) => String(places.indexOf(index));
  const options =
    type === 'hotspot'
      ? []
      : places.map((index, place) => ({ id: String(place), text: written.options[index]?.text ?? [] }));
  const spots =
    type === 'hotspot'
      ? places.map((index, place) => ({
          id: String(place),
          ...(written.spots[index] as QuestionContent['spots'][number]),
        }))
      : [];
  const isAll = type === 'order' || type === 'match';
  const right = written.options.flatMap(({ isRight }, index) => (isAll || isRight ? [placeOf(index)] : []));
  return {
    question: { id, type, prompt, options, terms, unit, picture, spots },
    key: {
      right: type === 'number' ? [String(written.answer)] : right,
      tolerance: written.tolerance,
      why: written.options.flatMap(({ why }, index) => (why ? [{ id: placeOf(index), text: why }] : [])),
      explanation,
    },
  };
}
