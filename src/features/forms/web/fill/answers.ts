import type { Answers, FormView } from '#features/forms/shared/contract.ts';
import { openQuestions, physicianReasons, dropClosedAnswers } from '#features/forms/shared/rules.ts';

/** What was answered here and the account does not have yet; null takes an answer away. */
export type Changes = Readonly<Record<string, string | null>>;

/** What stands on the screen: what the account has, with what was changed here, and nothing in a box that is closed. */
export function mergeAnswers(forms: readonly FormView[], saved: Answers, changes: Changes): Answers {
  const merged = Object.entries({ ...saved, ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return dropClosedAnswers(forms, Object.fromEntries(merged));
}

/** A change that belongs to a box which another change has closed is never sent. */
export function dropClosedChanges(forms: readonly FormView[], saved: Answers, changes: Changes): Changes {
  const open = new Set(openQuestions(forms, mergeAnswers(forms, saved, changes)).map(({ id }) => id));
  return Object.fromEntries(Object.entries(changes).filter(([id]) => open.has(id)));
}

export type Question = FormView['sections'][number]['questions'][number];
export type Section = FormView['sections'][number];

/** One line of a questionnaire: a question with the box it opens, or a run of questions that are folded. */
type QuestionRow =
  | { kind: 'question'; question: Question; box: Section | null }
  | { kind: 'run'; questions: Question[] };

/**
 * Questions answered with no are folded where two or more stand together and something still follows: a yes, or a
 * question without an answer. So whoever comes back sees where they are.
 */
export function questionRows(form: FormView, section: Section, answers: Answers, isUnfolded: (id: string) => boolean) {
  const boxOf = (id: string) =>
    answers[id] === 'yes' ? form.sections.find(({ opensWith }) => opensWith === id) : null;
  const isNo = ({ id, kind }: Question) => kind === 'yesno' && answers[id] === 'no';
  const lastOther = section.questions.findLastIndex((question) => !isNo(question));
  const rows: QuestionRow[] = [];
  for (const [place, question] of section.questions.entries()) {
    const former = rows.at(-1);
    if (!isNo(question) || place > lastOther || isUnfolded(question.id))
      rows.push({ kind: 'question', question, box: boxOf(question.id) ?? null });
    else if (former?.kind === 'run') former.questions.push(question);
    else rows.push({ kind: 'run', questions: [question] });
  }
  return rows.map((row): QuestionRow => {
    const [first] = row.kind === 'run' && row.questions.length === 1 ? row.questions : [];
    return first === undefined ? row : { kind: 'question', question: first, box: null };
  });
}

interface Reason {
  /** The question as it is numbered, or of the box that it opened. */
  number: string | null;
  /** The words of what was answered with yes. */
  texts: string[];
}

/** Why a physician is needed: question by question. */
export function groupPhysicianReasons(forms: readonly FormView[], answers: Answers): Reason[] {
  const asked = new Set(physicianReasons(forms, answers));
  const all = forms.flatMap(({ sections }) => sections.flatMap(({ questions }) => questions));
  const reasons = new Map<string, Reason>();
  for (const { sections } of forms)
    for (const { questions, opensWith } of sections)
      for (const question of questions) {
        if (!asked.has(question.id)) continue;
        const opener = opensWith === null ? question : all.find(({ id }) => id === opensWith);
        const reason = reasons.get(opener?.id ?? '') ?? { number: opener?.number ?? null, texts: [] };
        reason.texts.push(question.text);
        reasons.set(opener?.id ?? '', reason);
      }
  return [...reasons.values()].toSorted((a, b) => Number(a.number) - Number(b.number));
}
