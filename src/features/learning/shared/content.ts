import * as z from 'zod';

/**
 * Lesson content for the browser: text and blocks, without Markdown and without answer keys the learner must not see.
 */
export const Span = z.object({
  text: z.string(),
  isStrong: z.boolean().optional(),
  isEmphasis: z.boolean().optional(),
  /** Link to another lesson of the course, as `section/lesson`. */
  lesson: z.string().optional(),
});
export type Span = z.output<typeof Span>;

export const RichText = z.array(Span);
export type RichText = z.output<typeof RichText>;

/** `svg` is checked for allowed elements when it is read; null if the file is missing. */
export const Picture = z.object({ src: z.string(), alt: z.string(), svg: z.string().nullable() });
export type Picture = z.output<typeof Picture>;

export const questionTypes = ['choice', 'choices', 'order', 'match', 'number', 'hotspot'] as const;

const Option = z.object({ id: z.string(), text: RichText });
const Spot = z.object({ id: z.string(), name: z.string(), x: z.number(), y: z.number(), r: z.number() });
export type Spot = z.output<typeof Spot>;

/** A question without its key. Option ids are display positions, so they do not reveal the right answer. */
export const Question = z.object({
  id: z.string(),
  type: z.enum(questionTypes),
  prompt: z.array(RichText),
  /** Options of choice, choices and order questions; for match questions, the options to assign to `terms`. */
  options: z.array(Option),
  terms: z.array(RichText),
  unit: z.string().nullable(),
  picture: Picture.nullable(),
  spots: z.array(Spot),
});
export type Question = z.output<typeof Question>;

/**
 * Option ids (choice and hotspot: one; order: all, in order; match: one for each term), or a decimal number as text.
 */
export const Answer = z.array(z.string().max(40)).min(1).max(12);
export type Answer = z.output<typeof Answer>;

export const AnswerKey = z.object({
  /** Same format as `Answer`. A number is also right within `tolerance`. */
  right: z.array(z.string()),
  tolerance: z.number().nullable(),
  why: z.array(z.object({ id: z.string(), text: RichText })),
  explanation: z.array(RichText),
});
export type AnswerKey = z.output<typeof AnswerKey>;

const Cue = z.object({ culture: z.string(), url: z.string() });
export const Block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), text: RichText }),
  z.object({ kind: z.literal('heading'), text: RichText }),
  z.object({ kind: z.literal('list'), isOrdered: z.boolean(), items: z.array(RichText) }),
  z.object({ kind: z.literal('table'), head: z.array(RichText), rows: z.array(z.array(RichText)) }),
  z.object({ kind: z.literal('figure'), picture: Picture, caption: z.array(RichText) }),
  z.object({
    kind: z.literal('video'),
    id: z.string(),
    title: z.string(),
    /** Null if the file is missing; the placeholder and the transcript are still shown. */
    url: z.string().nullable(),
    poster: z.string().nullable(),
    captions: z.array(Cue),
    transcript: z.array(RichText),
  }),
  z.object({ kind: z.literal('note'), note: z.enum(['remember', 'tip', 'warning']), paragraphs: z.array(RichText) }),
]);
export type Block = z.output<typeof Block>;

/** Lesson questions include their key, because feedback must work offline. */
export const CheckQuestion = z.object({ question: Question, key: AnswerKey });
export type CheckQuestion = z.output<typeof CheckQuestion>;
