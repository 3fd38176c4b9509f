import type { Answers, FormView } from '#features/forms/shared/contract.ts';
import { openQuestions, physicianReasons, dropClosedAnswers } from '#features/forms/shared/rules.ts';

/** Answers that are not saved yet; null removes one. */
export type Changes = Readonly<Record<string, string | null>>;

/** The saved answers with the local changes, without those in closed boxes. */
export function mergeAnswers(forms: readonly FormView[], saved: Answers, changes: Changes): Answers {
  const merged = Object.entries({ ...saved, ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return dropClosedAnswers(forms, Object.fromEntries(merged));
}

/** Drops changes in boxes that another change has closed, so they are not sent. */
export function dropClosedChanges(forms: readonly FormView[], saved: Answers, changes: Changes): Changes {
  const open = new Set(openQuestions(forms, mergeAnswers(forms, saved, changes)).map(({ id }) => id));
  return Object.fromEntries(Object.entries(changes).filter(([id]) => open.has(id)));
}

export type Question = FormView['sections'][number]['questions'][number];
export type Section = FormView['sections'][number];

/** A row of a questionnaire: a question with the box it opens, or a run of folded questions. */
type QuestionRow =
  | { kind: 'question'; question: Question; box: Section | null }
  | { kind: 'run'; questions: Question[] };

/**
 * Folds runs of two or more questions answered with no if a yes or an unanswered question follows, so a returning
 * diver sees where to continue.
 */
export function questionRows(form: FormView, section: Section, answers: Answers, isUnfolded: (id: string) => boolean) {
  const boxOf = (id: string) =>
    answers[id] === 'yes' ? form.sections.find(({ opensWith }) => opensWith === id) : null;
  const isNo = ({ id, kind }: Question) => kind === 'yesno' && answers[id] === 'no';
  const lastOther = section.questions.findLastIndex((question) => !isNo(question));
  const rows: QuestionRow[] = [];
  for (const [index, question] of section.questions.entries()) {
    const previous = rows.at(-1);
    if (!isNo(question) || index > lastOther || isUnfolded(question.id))
      rows.push({ kind: 'question', question, box: boxOf(question.id) ?? null });
    else if (previous?.kind === 'run') previous.questions.push(question);
    else rows.push({ kind: 'run', questions: [question] });
  }
  return rows.map((row): QuestionRow => {
    const [first] = row.kind === 'run' && row.questions.length === 1 ? row.questions : [];
    return first === undefined ? row : { kind: 'question', question: first, box: null };
  });
}

interface Reason {
  /** The number of the question, or of the question that opened its box. */
  number: string | null;
  /** The texts of the questions answered with yes. */
  texts: string[];
}

/** The reasons why a physician is needed, by question. */
export function groupPhysicianReasons(forms: readonly FormView[], answers: Answers): Reason[] {
  const required = new Set(physicianReasons(forms, answers));
  const all = forms.flatMap(({ sections }) => sections.flatMap(({ questions }) => questions));
  const reasons = new Map<string, Reason>();
  for (const { sections } of forms)
    for (const { questions, opensWith } of sections)
      for (const question of questions) {
        if (!required.has(question.id)) continue;
        const opener = opensWith === null ? question : all.find(({ id }) => id === opensWith);
        const reason = reasons.get(opener?.id ?? '') ?? { number: opener?.number ?? null, texts: [] };
        reason.texts.push(question.text);
        reasons.set(opener?.id ?? '', reason);
      }
  return [...reasons.values()].toSorted((a, b) => Number(a.number) - Number(b.number));
}
