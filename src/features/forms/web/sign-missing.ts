import type { Answers, FormView } from '../shared/contract.ts';
import { missingQuestions, signatureProblem, type SignatureProblem } from '../shared/rules.ts';
import type { SignatureValue } from '../../../ui/signature-field.tsx';

export type Missing =
  | { kind: 'question'; formId: string; questionId: string; number: string | null; text: string }
  | { kind: 'acknowledgement'; formId: string; title: string }
  /** Nothing was drawn or typed, too little was drawn, or another name was typed. */
  | { kind: 'signature'; problem: SignatureProblem };

interface Signed {
  forms: readonly FormView[];
  answers: Answers;
  acknowledged: ReadonlySet<string>;
  signature: SignatureValue;
  /** The server knows all names that somebody goes by, and has said that this is none of them. */
  isOtherName: boolean;
}

/** All that stands between the forms and the signature, in the order in which it is read. */
export function findMissing({ forms, answers, acknowledged, signature, isOtherName }: Signed): Missing[] {
  const open = new Set(missingQuestions(forms, answers));
  const problem = signatureProblem(signature, isOtherName);
  return [
    ...forms.flatMap((form): Missing[] => {
      const questions = form.sections.flatMap((section) => {
        const opener = form.sections
          .flatMap((other) => other.questions)
          .find((question) => question.id === section.opensWith);
        return section.questions
          .filter((question) => open.has(question.id))
          .map((question): Missing => ({
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
