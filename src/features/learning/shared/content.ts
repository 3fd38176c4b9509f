import * as z from 'zod';

/** What a lesson is made of, as the browser gets it: words and blocks, never Markdown and never a key it must not know. */
export const Span = z.object({
  text: z.string(),
  isStrong: z.boolean().optional(),
  isEmphasis: z.boolean().optional(),
  /** Another lesson of the course, `section/lesson`. */
  lesson: z.string().optional(),
});
export type Span = z.output<typeof Span>;

export const RichText = z.array(Span);
export type RichText = z.output<typeof RichText>;

/** A drawing whose elements were checked when it was read; null where the file is missing. */
export const Picture = z.object({ src: z.string(), alt: z.string(), svg: z.string().nullable() });
export type Picture = z.output<typeof Picture>;

export const questionTypes = ['choice', 'choices', 'order', 'match', 'number', 'hotspot'] as const;

const Option = z.object({ id: z.string(), text: RichText });
const Spot = z.object({ id: z.string(), name: z.string(), x: z.number(), y: z.number(), r: z.number() });
export type Spot = z.output<typeof Spot>;

/** A question as it is asked. Ids of options say where they stand, not which is right. */
export const Question = z.object({
  id: z.string(),
  type: z.enum(questionTypes),
  prompt: z.array(RichText),
  /** Of choice, choices and order; of match, what is to be put beside `terms`. */
  options: z.array(Option),
  terms: z.array(RichText),
  unit: z.string().nullable(),
  picture: Picture.nullable(),
  spots: z.array(Spot),
});
export type Question = z.output<typeof Question>;

/**
 * What was answered: ids of options (choice and hotspot: one; order: all, in order; match: one for each term), or for a
 * number its digits with a point.
 */
export const Answer = z.array(z.string().max(40)).min(1).max(12);
export type Answer = z.output<typeof Answer>;

/** What is right and why. */
export const AnswerKey = z.object({
  /** As an answer is; for a number the number, and how far off is still right. */
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
    /** Null where the file is missing: its place and its transcript are shown all the same. */
    url: z.string().nullable(),
    poster: z.string().nullable(),
    captions: z.array(Cue),
    transcript: z.array(RichText),
  }),
  z.object({ kind: z.literal('note'), note: z.enum(['remember', 'tip', 'warning']), paragraphs: z.array(RichText) }),
]);
export type Block = z.output<typeof Block>;

/** A question of a lesson comes with its key: its feedback does not wait for a network. */
export const CheckQuestion = z.object({ question: Question, key: AnswerKey });
export type CheckQuestion = z.output<typeof CheckQuestion>;
