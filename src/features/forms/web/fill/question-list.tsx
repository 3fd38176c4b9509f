import { CircleCheck } from '#ui/icons/icons.ts';
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
  // Only answers from before the page was opened are folded, so nothing moves while the diver answers.
  const [folding] = useState(answers);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const isUnfolded = (id: string) => unfolded.has(id) || answers[id] !== folding[id];
  const folded = questionRows(form, section, folding, isUnfolded);
  return (
    <ol className="bg-surface border border-line rounded-box overflow-hidden" data-part="questions">
      {folded.map((row, index) =>
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
          <li
            className={index > 0 && folded[index - 1]?.kind !== 'run' ? 'border-t border-line' : ''}
            key={row.question.id}
          >
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
    <li className="flex items-center gap-3 min-h-14 px-4 border-line text-sm text-ink-2 not-first:border-t">
      <CircleCheck size={20} aria-hidden="true" />
      <span>
        <FormattedMessage
          id="forms.fill.run"
          values={{ first: questions[0]?.number, last: questions.at(-1)?.number }}
        />
      </span>
      <LinkButton weight="text" className="ms-auto min-h-tap" onClick={onOpen}>
        <FormattedMessage id={isLocked ? 'forms.fill.show' : 'forms.fill.change'} />
      </LinkButton>
    </li>
  );
}

function FollowUpQuestions({ form, opener, answers }: { form: FormView; opener: Question; answers: Answers }) {
  const box = form.sections.find(({ opensWith }) => opensWith === opener.id);
  if (box === undefined || answers[opener.id] !== 'yes') return null;
  return (
    <fieldset
      className="mx-4 mb-4 border-s-3 border-accent rounded-se-box rounded-ee-box bg-bg lg:ms-13 lg:me-5 forced-colors:border"
      data-part="follow-up"
      {...(box.title !== null && { 'aria-label': box.title })}
    >
      {box.paragraphs.map((text) => (
        <p className="pt-4 px-4 text-sm text-ink-2" key={text} dir="auto">
          {text}
        </p>
      ))}
      <ul>
        {box.questions.map((question) => (
          <li className="border-line not-first:border-t" key={question.id}>
            <QuestionRow isBoxed question={question} answer={answers[question.id]} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
