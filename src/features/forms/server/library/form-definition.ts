import * as z from 'zod';
import { type FormView, regions, type Region } from '#features/forms/shared/contract.ts';

/** What stands in a form's words for the people and places it is about. */
export interface FormNames {
  diver: string;
  /** Null where nobody is named: what names them is left out. */
  store: string | null;
  instructor: string | null;
  association: string;
}

const Id = z.string().regex(/^[a-z][a-z0-9-]{0,29}$/);
const Question = z.strictObject({
  id: Id,
  kind: z.enum(['yesno', 'text']).default('yesno'),
  number: z.string().min(1).nullable().default(null),
  fact: z.enum(['over45']).nullable().default(null),
  asksPhysician: z.boolean().default(false),
  isOptional: z.boolean().default(false),
});

/** `form.json`: what is the same in every language. */
export const FormFile = z.strictObject({
  sections: z
    .array(
      z.strictObject({
        id: Id,
        /** Only there; everywhere where it says nothing. */
        regions: z.array(z.enum(regions)).min(1).optional(),
        /** The question whose yes opens this box. */
        opensWith: Id.nullable().default(null),
        questions: z.array(Question).default([]),
      }),
    )
    .min(1),
});
export type FormFile = z.output<typeof FormFile>;

const NonEmptyText = z.string().trim().min(1);

/** `en-US.json` and its like: nothing but words. */
export const FormText = z.strictObject({
  title: NonEmptyText,
  intro: NonEmptyText.optional(),
  sections: z.record(
    Id,
    z.strictObject({
      title: NonEmptyText.optional(),
      paragraphs: z.array(NonEmptyText).default([]),
      points: z.array(NonEmptyText).default([]),
    }),
  ),
  questions: z.record(Id, NonEmptyText).default({}),
  acknowledgement: NonEmptyText,
});
export type FormText = z.output<typeof FormText>;

/** What is wrong with a form whatever language it is read in. */
export function validateFormFile({ sections }: FormFile): string[] {
  const faults: string[] = [];
  const twice = (what: string, ids: string[]) => {
    for (const id of new Set(ids.filter((one, index) => ids.indexOf(one) !== index)))
      faults.push(`${what} ${id} is there twice`);
  };
  twice(
    'section',
    sections.map(({ id }) => id),
  );
  twice(
    'question',
    sections.flatMap(({ questions }) => questions.map(({ id }) => id)),
  );
  for (const [index, { id, opensWith, regions: own }] of sections.entries()) {
    if (opensWith === null) continue;
    const opener = sections.slice(0, index).find(({ questions }) => questions.some((one) => one.id === opensWith));
    if (!opener) {
      faults.push(`section ${id} opens with ${opensWith}, which is no question before it`);
      continue;
    }
    if (opener.opensWith !== null) faults.push(`section ${id} opens with ${opensWith}, which stands in a box itself`);
    if (opener.regions && !(own ?? regions).every((region) => opener.regions?.includes(region)))
      faults.push(`section ${id} opens with ${opensWith}, which is not asked in each of its regions`);
    if (opener.questions.find((one) => one.id === opensWith)?.kind !== 'yesno')
      faults.push(`section ${id} opens with ${opensWith}, which is not answered with yes or no`);
  }
  for (const { kind, id, fact, asksPhysician } of sections.flatMap(({ questions }) => questions))
    if (kind === 'text' && (fact !== null || asksPhysician))
      faults.push(`question ${id} is not answered with yes or no`);
  return faults;
}

/** What is missing in the words of a form, or there for nothing. */
export function validateFormText(file: FormFile, words: FormText): string[] {
  const faults: string[] = [];
  const compare = (what: string, wanted: string[], given: string[]) => {
    for (const id of wanted) if (!given.includes(id)) faults.push(`${what}.${id} is missing`);
    for (const id of given) if (!wanted.includes(id)) faults.push(`${what}.${id} is not in form.json`);
  };
  const ids = file.sections.map(({ id }) => id);
  compare('sections', ids, Object.keys(words.sections));
  compare(
    'questions',
    file.sections.flatMap(({ questions }) => questions.map(({ id }) => id)),
    Object.keys(words.questions),
  );
  for (const { id, questions } of file.sections) {
    const { paragraphs = [], points = [] } = words.sections[id] ?? {};
    if (words.sections[id] && paragraphs.length + points.length + questions.length === 0)
      faults.push(`sections.${id} is empty`);
  }
  for (const [path, text] of listTexts(words)) {
    const left = text.replaceAll(placeholder, '');
    if (/[{}<>]/.test(left)) faults.push(`${path} has a name or sign that is not known: ${text}`);
    if (optionalNamePlaceholder.test(text) && !/\.(?:paragraphs|points)\./.test(path))
      faults.push(`${path} names somebody who may not be known`);
  }
  return faults;
}

/** A translation says as much as its source, and names the same. */
export function validateTranslation(source: FormText, translation: FormText): string[] {
  const theirs = new Map(listTexts(translation));
  const ours = new Map(listTexts(source));
  const namesIn = (text: string) => [...new Set(text.match(placeholder))].toSorted().join(' ');
  return [
    ...[...ours].flatMap(([path, text]) => {
      const translated = theirs.get(path);
      if (translated === undefined) return [`${path} is missing`];
      return namesIn(text) === namesIn(translated)
        ? []
        : [`${path} names ${namesIn(translated) || 'nobody'}, not ${namesIn(text) || 'nobody'}`];
    }),
    ...[...theirs.keys()].filter((path) => !ours.has(path)).map((path) => `${path} is not in en-US`),
  ];
}

const placeholder = /\{(?:diver|store|instructor|association)\}/g;
const optionalNamePlaceholder = /\{(?:store|instructor)\}/;

function listTexts(words: FormText): [path: string, text: string][] {
  return [
    ['title', words.title],
    ...(words.intro === undefined ? [] : [['intro', words.intro] as [string, string]]),
    ...Object.entries(words.sections).flatMap(([id, { title, paragraphs, points }]): [string, string][] => [
      ...(title === undefined ? [] : [[`sections.${id}.title`, title] as [string, string]]),
      ...paragraphs.map((text, index): [string, string] => [`sections.${id}.paragraphs.${index}`, text]),
      ...points.map((text, index): [string, string] => [`sections.${id}.points.${index}`, text]),
    ]),
    ...Object.entries(words.questions).map(([id, text]): [string, string] => [`questions.${id}`, text]),
    ['acknowledgement', words.acknowledgement],
  ];
}

/** A form as it is read in one region, with the names in it. */
export function renderForm(
  { id, version, file }: { id: string; version: number; file: FormFile },
  words: FormText,
  region: Region,
  names: FormNames,
): FormView {
  const fill = (text: string) =>
    text.replaceAll(placeholder, (name) => names[name.slice(1, -1) as keyof FormNames] ?? name);
  // A name may hold anything; only what the words themselves say counts.
  const isKnown = (text: string) =>
    !(text.includes('{store}') && names.store === null) &&
    !(text.includes('{instructor}') && names.instructor === null);
  const fillKnown = (texts: string[]) => texts.filter(isKnown).map(fill);
  const isHere = ({ regions: only }: FormFile['sections'][number]) => only?.includes(region) ?? true;
  return {
    id,
    version,
    title: fill(words.title),
    intro: words.intro === undefined ? null : fill(words.intro),
    sections: file.sections.filter(isHere).map((section) => {
      const { title, paragraphs = [], points = [] } = words.sections[section.id] ?? {};
      return {
        id: section.id,
        title: title === undefined ? null : fill(title),
        opensWith: section.opensWith === null ? null : `${id}.${section.opensWith}`,
        paragraphs: fillKnown(paragraphs),
        points: fillKnown(points),
        questions: section.questions.map((question) => ({
          ...question,
          id: `${id}.${question.id}`,
          text: fill(words.questions[question.id] ?? ''),
        })),
      };
    }),
    acknowledgement: fill(words.acknowledgement),
  };
}
