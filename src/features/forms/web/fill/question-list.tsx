import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { LinkButton } from '#ui/buttons/button.tsx';
import type { Answers, FormView } from '#features/forms/shared/contract.ts';
import { questionRows, type Question, type Section } from './answers.ts';
import { questionId, useAnswersState, useOpenForms } from './form-context.ts';
import { QuestionRow } from './question-row.tsx';

/** The questions of a section: a yes opens its box, and earlier answers are folded. */
export function QuestionList({ form, section }: { form: FormView; section: Section }) {
  const { autosave } = useOpenForms();
  const { answers } = useAnswersState(autosave);
  // Only answers from before the page was opened are folded, so that nothing moves while the diver answers.
  const [folding] = useState(answers);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const isUnfolded = (id: string) => unfolded.has(id) || answers[id] !== folding[id];
  const folded = questionRows(form, section, folding, isUnfolded);
  return (
    <ol className="questions">
      {folded.map((row) =>
        row.kind === 'run' ? (
          <FoldedQuestions
            key={row.questions[0]?.id}
            questions={row.questions}
            onOpen={() => {
              setUnfolded(new Set([...unfolded, ...row.questions.map(({ id }) => id)]));
              const first = row.questions.find(({ fact }) => fact === null)?.id ?? '';
              requestAnimationFrame(() => document.getElementById(questionId(first))?.focus());
            }}
          />
        ) : (
          <li key={row.question.id}>
            <QuestionRow question={row.question} answer={answers[row.question.id]} />
            <FollowUpQuestions form={form} opener={row.question} answers={answers} />
          </li>
        ),
      )}
    </ol>
  );
}

function FoldedQuestions({ questions, onOpen }: { questions: readonly Question[]; onOpen: () => void }) {
  const { isLocked } = useOpenForms();
  return (
    <li className="folds">
      <CircleCheck size={20} aria-hidden="true" />
      <span>
        <FormattedMessage
          id="forms.fill.run"
          values={{ first: questions[0]?.number, last: questions.at(-1)?.number }}
        />
      </span>
      <LinkButton className="end" onClick={onOpen}>
        <FormattedMessage id={isLocked ? 'forms.fill.show' : 'forms.fill.change'} />
      </LinkButton>
    </li>
  );
}

function FollowUpQuestions({ form, opener, answers }: { form: FormView; opener: Question; answers: Answers }) {
  const box = form.sections.find(({ opensWith }) => opensWith === opener.id);
  if (box === undefined || answers[opener.id] !== 'yes') return null;
  return (
    <fieldset className="boxed" {...(box.title !== null && { 'aria-label': box.title })}>
      {box.paragraphs.map((text) => (
        <p key={text} dir="auto">
          {text}
        </p>
      ))}
      <ul>
        {box.questions.map((question) => (
          <li key={question.id}>
            <QuestionRow question={question} answer={answers[question.id]} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
