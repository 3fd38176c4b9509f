import type { Answers, FormView } from '#features/forms/shared/contract.ts';
import { missingQuestions, findSignatureProblem, type SignatureProblem } from '#features/forms/shared/rules.ts';
import type { SignatureValue } from '#ui/signature/signature-field.tsx';

export type MissingItem =
  | { kind: 'question'; formId: string; questionId: string; number: string | null; text: string }
  | { kind: 'acknowledgement'; formId: string; title: string }
  /** Nothing was drawn or typed, too little was drawn, or another name was typed. */
  | { kind: 'signature'; problem: SignatureProblem };

interface SigningState {
  forms: readonly FormView[];
  answers: Answers;
  acknowledged: ReadonlySet<string>;
  signature: SignatureValue;
  /** The server, which knows all of a person's names, rejected the typed one. */
  isOtherName: boolean;
}

/** Everything missing for the signature, in reading order. */
export function findMissingItems({
  forms,
  answers,
  acknowledged,
  signature,
  isOtherName,
}: SigningState): MissingItem[] {
  const open = new Set(missingQuestions(forms, answers));
  const problem = findSignatureProblem(signature, isOtherName);
  return [
    ...forms.flatMap((form): MissingItem[] => {
      const questions = form.sections.flatMap((section) => {
        const opener = form.sections
          .flatMap((other) => other.questions)
          .find((question) => question.id === section.opensWith);
        return section.questions
          .filter((question) => open.has(question.id))
          .map((question): MissingItem => ({
            kind: 'question',
            formId: form.id,
            questionId: question.id,
            number: question.number ?? opener?.number ?? null,
            text: question.text,
          }));
      });
      const isRead = acknowledged.has(form.id);
      return isRead ? questions : [...questions, { kind: 'acknowledgement', formId: form.id, title: form.title }];
    }),
    ...(problem === null ? [] : [{ kind: 'signature', problem } as const]),
  ];
}
