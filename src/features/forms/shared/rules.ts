import type { NameParts } from '#platform/shared/person-name.ts';
import { ageOn } from '#domain/age.ts';
import type { Answers, FormView, MedicalStatus, Packet, Strokes } from './contract.ts';

/** The questionnaire asks more from the day after this birthday. */
const overAge = 45;
/** The maximum size of an uploaded page. */
export const pageMaxBytes = 10 * 1024 * 1024;
/** Discover Scuba Diving and courses start at ten. */
export const minAges: Readonly<Record<Packet, number | null>> = { dsd: 10, course: 10, medical: null };

type Question = FormView['sections'][number]['questions'][number];

/** The questions to answer: those in a box only after a yes. */
export function openQuestions(forms: readonly FormView[], answers: Answers): Question[] {
  return forms.flatMap(({ sections }) =>
    sections
      .filter(({ opensWith }) => opensWith === null || answers[opensWith] === 'yes')
      .flatMap(({ questions }) => questions),
  );
}

/** Drops the answers in boxes that a no has closed. */
export function dropClosedAnswers(forms: readonly FormView[], answers: Answers): Answers {
  const open = new Set(openQuestions(forms, answers).map(({ id }) => id));
  return Object.fromEntries(Object.entries(answers).filter(([id]) => open.has(id)));
}

export function missingQuestions(forms: readonly FormView[], answers: Answers): string[] {
  return openQuestions(forms, answers)
    .filter(({ id, isOptional }) => !isOptional && (answers[id] ?? '').trim() === '')
    .map(({ id }) => id);
}

/** The ids of the answers that require a physician. */
export function physicianReasons(forms: readonly FormView[], answers: Answers): string[] {
  return openQuestions(forms, answers)
    .filter(({ id, asksPhysician }) => asksPhysician && answers[id] === 'yes')
    .map(({ id }) => id);
}

/** The answers that follow from the birthdate. */
export function factAnswers(forms: readonly FormView[], birthdate: string, today: string): Answers {
  const facts = forms.flatMap(({ sections }) => sections.flatMap(({ questions }) => questions.filter((q) => q.fact)));
  const isBirthday = birthdate.slice(5) === today.slice(5);
  const isOver = ageOn(birthdate, today) >= overAge + (isBirthday ? 1 : 0);
  return Object.fromEntries(facts.map(({ id }) => [id, isOver ? 'yes' : 'no']));
}

/** Rejects dots and short dashes. Lengths are in units of the drawing field. */
export function isSignature(strokes: Strokes): boolean {
  const xs = strokes.flatMap((stroke) => stroke.filter((_, index) => index % 2 === 0));
  const ys = strokes.flatMap((stroke) => stroke.filter((_, index) => index % 2 === 1));
  if (strokes.some((stroke) => stroke.length % 2 !== 0) || xs.length < 8) return false;
  const width = Math.max(...xs) - Math.min(...xs);
  const height = Math.max(...ys) - Math.min(...ys);
  return strokeLength(strokes) >= 120 && Math.max(width, height) >= 50;
}

function strokeLength(strokes: Strokes): number {
  let length = 0;
  for (const stroke of strokes)
    for (let at = 2; at + 1 < stroke.length; at += 2)
      length += Math.hypot((stroke[at] ?? 0) - (stroke[at - 2] ?? 0), (stroke[at + 1] ?? 0) - (stroke[at - 1] ?? 0));
  return length;
}

/** Compares names without case, accents, spaces and punctuation. Nobody signs without a letter. */
export function isSameName(typed: string, name: string): boolean {
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}\s.,'’・-]/gu, '')
      .toLowerCase();
  return /\p{L}/u.test(plain(typed)) && plain(typed) === plain(name);
}

/** Accepts either order of the names, with or without the middle name. */
export function isOwnName(typed: string, { givenName, middleName = '', familyName }: NameParts): boolean {
  return [givenName, givenName + middleName].some(
    (given) => isSameName(typed, given + familyName) || isSameName(typed, familyName + given),
  );
}

type SignatureInput = { method: 'drawn'; strokes: Strokes } | { method: 'typed'; typedName: string };
export type SignatureProblem = 'missing' | 'too_small' | 'other_name';

/** `isOtherName` comes from the server, which knows all of a person's names. */
export function findSignatureProblem(signature: SignatureInput, isOtherName: boolean): SignatureProblem | null {
  if (signature.method === 'typed') {
    if (signature.typedName.trim() === '') return 'missing';
    return isOtherName ? 'other_name' : null;
  }
  if (signature.strokes.length === 0) return 'missing';
  return isSignature(signature.strokes) ? null : 'too_small';
}

/** Accepts six or more digits with common separators and an extension. */
export function isPhone(text: string): boolean {
  return /^[+(]?(?:[ ()./-]*\p{Nd}){6,20}[ .\p{L}\p{Nd}]*$/u.test(text.trim());
}

/** Whether a physician's clearance is missing. */
export function isMedicalRequired(status: MedicalStatus): boolean {
  return ['physician', 'review', 'refused'].includes(status);
}
