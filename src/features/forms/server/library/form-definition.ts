import * as z from 'zod';
import { type FormView, regions, type Region } from '#features/forms/shared/contract.ts';

/** The values of the placeholders in a form's text. */
export interface FormNames {
  diver: string;
  /** Null if no one is named; lines that use the placeholder are then left out. */
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

/** `form.json`: the parts that don't depend on the language. */
export const FormFile = z.strictObject({
  sections: z
    .array(
      z.strictObject({
        id: Id,
        /** The regions in which the section appears; all of them by default. */
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

/** `en-US.json` and its translations. */
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

/** The problems of a form that don't depend on the language. */
export function validateFormFile({ sections }: FormFile): string[] {
  const problems: string[] = [];
  const reportDuplicates = (what: string, ids: string[]) => {
    for (const id of new Set(ids.filter((other, index) => ids.indexOf(other) !== index)))
      problems.push(`duplicate ${what} ${id}`);
  };
  reportDuplicates(
    'section',
    sections.map(({ id }) => id),
  );
  reportDuplicates(
    'question',
    sections.flatMap(({ questions }) => questions.map(({ id }) => id)),
  );
  for (const [index, { id, opensWith, regions: own }] of sections.entries()) {
    if (opensWith === null) continue;
    const opener = sections
      .slice(0, index)
      .find(({ questions }) => questions.some((question) => question.id === opensWith));
    if (!opener) {
      problems.push(`section ${id} opens with ${opensWith}, which is not an earlier question`);
      continue;
    }
    if (opener.opensWith !== null) problems.push(`section ${id} opens with ${opensWith}, which is itself in a box`);
    if (opener.regions && !(own ?? regions).every((region) => opener.regions?.includes(region)))
      problems.push(`section ${id} opens with ${opensWith}, which is not asked in all of its regions`);
    if (opener.questions.find((question) => question.id === opensWith)?.kind !== 'yesno')
      problems.push(`section ${id} opens with ${opensWith}, which is not a yes/no question`);
  }
  for (const { kind, id, fact, asksPhysician } of sections.flatMap(({ questions }) => questions))
    if (kind === 'text' && (fact !== null || asksPhysician)) problems.push(`question ${id} must be a yes/no question`);
  return problems;
}

/** Missing and superfluous texts, and invalid placeholders. */
export function validateFormText(file: FormFile, formText: FormText): string[] {
  const problems: string[] = [];
  const compare = (what: string, expected: string[], actual: string[]) => {
    for (const id of expected) if (!actual.includes(id)) problems.push(`${what}.${id} is missing`);
    for (const id of actual) if (!expected.includes(id)) problems.push(`${what}.${id} is not in form.json`);
  };
  const ids = file.sections.map(({ id }) => id);
  compare('sections', ids, Object.keys(formText.sections));
  compare(
    'questions',
    file.sections.flatMap(({ questions }) => questions.map(({ id }) => id)),
    Object.keys(formText.questions),
  );
  for (const { id, questions } of file.sections) {
    const { paragraphs = [], points = [] } = formText.sections[id] ?? {};
    if (formText.sections[id] && paragraphs.length + points.length + questions.length === 0)
      problems.push(`sections.${id} is empty`);
  }
  for (const [path, text] of listTexts(formText)) {
    const left = text.replaceAll(placeholder, '');
    if (/[{}<>]/.test(left)) problems.push(`${path} has an unknown placeholder or character: ${text}`);
    if (optionalNamePlaceholder.test(text) && !/\.(?:paragraphs|points)\./.test(path))
      problems.push(`${path} uses an optional name outside paragraphs and points`);
  }
  return problems;
}

/** A translation must have the texts and placeholders of its source. */
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
        : [`${path} uses ${namesIn(translated) || 'no names'} instead of ${namesIn(text) || 'no names'}`];
    }),
    ...[...theirs.keys()].filter((path) => !ours.has(path)).map((path) => `${path} is not in en-US`),
  ];
}

const placeholder = /\{(?:diver|store|instructor|association)\}/g;
const optionalNamePlaceholder = /\{(?:store|instructor)\}/;

function listTexts(formText: FormText): [path: string, text: string][] {
  return [
    ['title', formText.title],
    ...(formText.intro === undefined ? [] : [['intro', formText.intro] as [string, string]]),
    ...Object.entries(formText.sections).flatMap(([id, { title, paragraphs, points }]): [string, string][] => [
      ...(title === undefined ? [] : [[`sections.${id}.title`, title] as [string, string]]),
      ...paragraphs.map((text, index): [string, string] => [`sections.${id}.paragraphs.${index}`, text]),
      ...points.map((text, index): [string, string] => [`sections.${id}.points.${index}`, text]),
    ]),
    ...Object.entries(formText.questions).map(([id, text]): [string, string] => [`questions.${id}`, text]),
    ['acknowledgement', formText.acknowledgement],
  ];
}

/** A form in one region, with its placeholders filled in. */
export function renderForm(
  { id, version, file }: { id: string; version: number; file: FormFile },
  formText: FormText,
  region: Region,
  names: FormNames,
): FormView {
  const fill = (text: string) =>
    text.replaceAll(placeholder, (name) => names[name.slice(1, -1) as keyof FormNames] ?? name);
  // Names are not scanned for placeholders; they may contain braces.
  const isKnown = (text: string) =>
    !(text.includes('{store}') && names.store === null) &&
    !(text.includes('{instructor}') && names.instructor === null);
  const fillKnown = (texts: string[]) => texts.filter(isKnown).map(fill);
  const isHere = ({ regions: only }: FormFile['sections'][number]) => only?.includes(region) ?? true;
  return {
    id,
    version,
    title: fill(formText.title),
    intro: formText.intro === undefined ? null : fill(formText.intro),
    sections: file.sections.filter(isHere).map((section) => {
      const { title, paragraphs = [], points = [] } = formText.sections[section.id] ?? {};
      return {
        id: section.id,
        title: title === undefined ? null : fill(title),
        opensWith: section.opensWith === null ? null : `${id}.${section.opensWith}`,
        paragraphs: fillKnown(paragraphs),
        points: fillKnown(points),
        questions: section.questions.map((question) => ({
          ...question,
          id: `${id}.${question.id}`,
          text: fill(formText.questions[question.id] ?? ''),
        })),
      };
    }),
    acknowledgement: fill(formText.acknowledgement),
  };
}
