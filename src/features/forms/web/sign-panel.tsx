import { FormattedMessage } from 'react-intl';
import { Button } from '../../../ui/button.tsx';
import { CompletionDisc } from '../../../ui/section.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { MissingSummary } from '../../../ui/missing-summary.tsx';
import type { FormView } from '../shared/contract.ts';
import { missingQuestions } from '../shared/rules.ts';
import { acknowledgementId, questionId, signatureId, useAnswersState, useOpenForms } from './form-context.ts';
import { Privacy } from './form-head.tsx';
import { Acknowledgement, hasQuestions } from './form-part.tsx';
import { PhysicianNote } from './form-physician-note.tsx';
import type { Missing } from './sign-missing.ts';
import { SignSlot } from './sign-slot.tsx';

/** Who signs, and what is still missing for it. */
export function SignPanel({ onShow }: { onShow: (formId: string | null) => void }) {
  const { draft, signing } = useOpenForms();
  return (
    <div className="card pad sign-card">
      <Summary onShow={onShow} />
      <PhysicianNote />
      {draft.forms.length > 1 && <Contents onShow={onShow} />}
      <h2 id="sign-here" tabIndex={-1}>
        <FormattedMessage id="forms.sign.title" />
      </h2>
      {draft.signers.map((signer) => (
        <SignSlot key={signer.role} signer={signer} />
      ))}
      {draft.forms.filter(hasQuestions).map((form) => (
        <Acknowledgement key={form.id} form={form} />
      ))}
      {signing.me !== null && (
        <div className="only-wide">
          <SignButton />
        </div>
      )}
      <p className="only-wide text-sm text-ink-2">
        <Privacy />
      </p>
    </div>
  );
}

export function SignButton() {
  const { signing } = useOpenForms();
  return (
    <Button size="tall" isWide isBusy={signing.isBusy} onClick={() => void signing.sign()}>
      <FormattedMessage id={signing.isLast ? 'forms.sign.submit' : 'forms.sign.sign'} />
    </Button>
  );
}

export function targetOf(item: Missing): string {
  if (item.kind === 'question') return questionId(item.questionId);
  return item.kind === 'signature' ? signatureId : acknowledgementId(item.formId);
}

function Summary({ onShow }: { onShow: (formId: string | null) => void }) {
  const { signing } = useOpenForms();
  const { missing, problem, refusals } = signing;
  return (
    <>
      <FormAlert problem={problem} refusals={refusals} />
      <MissingSummary
        title={<FormattedMessage id="forms.sign.missing" />}
        items={missing.map((item) => ({ fieldId: targetOf(item), section: <Name item={item} />, text: '' }))}
        onJump={(fieldId) => {
          const item = missing.find((other) => targetOf(other) === fieldId);
          if (item !== undefined) onShow(item.kind === 'signature' ? null : item.formId);
        }}
      />
    </>
  );
}

function Name({ item }: { item: Missing }) {
  if (item.kind === 'signature') return <FormattedMessage id="forms.sign.missing_signature" />;
  if (item.kind === 'acknowledgement')
    return <FormattedMessage id="forms.sign.missing_tick" values={{ form: <bdi>{item.title}</bdi> }} />;
  return item.number === null ? (
    <bdi>{item.text}</bdi>
  ) : (
    <FormattedMessage id="forms.sign.missing_question" values={{ number: item.number }} />
  );
}

/** What is signed together, form by form. */
function Contents({ onShow }: { onShow: (formId: string) => void }) {
  const { draft, autosave, signing } = useOpenForms();
  const { answers } = useAnswersState(autosave);
  const isDone = (form: FormView) =>
    missingQuestions([form], answers).length === 0 &&
    (signing.me === null || hasQuestions(form) || signing.acknowledged.has(form.id));
  return (
    <ul className="sign-contents">
      {draft.forms.map((form) => (
        <li key={form.id}>
          <button type="button" onClick={() => onShow(form.id)}>
            <CompletionDisc completion={isDone(form) ? 'complete' : 'empty'} isTiny />
            <span dir="auto">{form.title}</span>
            <span className="vh">
              <FormattedMessage id={isDone(form) ? 'forms.sign.is_done' : 'forms.sign.is_open'} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
