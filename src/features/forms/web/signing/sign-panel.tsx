import { FormattedMessage } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { CompletionDisc } from '#ui/layout/form-section.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { MissingSummary } from '#ui/feedback/missing-summary.tsx';
import type { FormView } from '#features/forms/shared/contract.ts';
import { missingQuestions } from '#features/forms/shared/rules.ts';
import {
  acknowledgementId,
  hasQuestions,
  questionId,
  signatureId,
  useAnswersState,
  useOpenForms,
} from '#features/forms/web/fill/form-context.ts';
import { PrivacyNote } from '#features/forms/web/fill/form-header.tsx';
import { Acknowledgement } from '#features/forms/web/fill/packet-form.tsx';
import { PhysicianNote } from '#features/forms/web/fill/physician-note.tsx';
import type { MissingItem } from './missing-items.ts';
import { SignerSlot } from './signer-slot.tsx';

/** The signers and the missing items. */
export function SignPanel({ onShow }: { onShow: (formId: string | null) => void }) {
  const { draft, signing } = useOpenForms();
  return (
    <div className="card p-5 lg:p-6 grid grid-cols-1 gap-4" data-part="sign-panel">
      <MissingItemsSummary onShow={onShow} />
      <PhysicianNote />
      {draft.forms.length > 1 && <FormContents onShow={onShow} />}
      <h2 id="sign-here" tabIndex={-1}>
        <FormattedMessage id="forms.sign.title" />
      </h2>
      {draft.signers.map((signer) => (
        <SignerSlot key={signer.role} signer={signer} />
      ))}
      {draft.forms.filter(hasQuestions).map((form) => (
        <Acknowledgement key={form.id} form={form} />
      ))}
      {signing.me !== null && (
        <div className="only-wide">
          <SignButton isWide />
        </div>
      )}
      <p className="only-wide text-sm text-ink-2">
        <PrivacyNote />
      </p>
    </div>
  );
}

export function SignButton({ isWide = false }: { isWide?: boolean }) {
  const { signing } = useOpenForms();
  return (
    <Button size="lg" isWide={isWide} isBusy={signing.isBusy} onClick={() => void signing.sign()}>
      <FormattedMessage id={signing.isLast ? 'forms.sign.submit' : 'forms.sign.sign'} />
    </Button>
  );
}

export function missingItemFieldId(item: MissingItem): string {
  if (item.kind === 'question') return questionId(item.questionId);
  return item.kind === 'signature' ? signatureId : acknowledgementId(item.formId);
}

function MissingItemsSummary({ onShow }: { onShow: (formId: string | null) => void }) {
  const { signing } = useOpenForms();
  const { missing, problem, errorCount } = signing;
  return (
    <>
      <FormAlert problem={problem} failureCount={errorCount} />
      <MissingSummary
        title={<FormattedMessage id="forms.sign.missing" />}
        items={missing.map((item) => ({
          fieldId: missingItemFieldId(item),
          section: <MissingItemLabel item={item} />,
          text: '',
        }))}
        onJump={(fieldId) => {
          const item = missing.find((other) => missingItemFieldId(other) === fieldId);
          if (item !== undefined) onShow(item.kind === 'signature' ? null : item.formId);
        }}
      />
    </>
  );
}

function MissingItemLabel({ item }: { item: MissingItem }) {
  if (item.kind === 'signature') return <FormattedMessage id="forms.sign.missing_signature" />;
  if (item.kind === 'acknowledgement')
    return <FormattedMessage id="forms.sign.missing_tick" values={{ form: <bdi>{item.title}</bdi> }} />;
  return item.number === null ? (
    <bdi>{item.text}</bdi>
  ) : (
    <FormattedMessage id="forms.sign.missing_question" values={{ number: item.number }} />
  );
}

/** The forms that are signed together. */
function FormContents({ onShow }: { onShow: (formId: string) => void }) {
  const { draft, autosave, signing } = useOpenForms();
  const { answers } = useAnswersState(autosave);
  const isDone = (form: FormView) =>
    missingQuestions([form], answers).length === 0 &&
    (signing.me === null || hasQuestions(form) || signing.acknowledged.has(form.id));
  return (
    <ul>
      {draft.forms.map((form) => (
        <li key={form.id}>
          <button
            className="group flex items-center gap-3 w-full min-h-tap-sm text-sm text-start"
            type="button"
            onClick={() => onShow(form.id)}
          >
            <CompletionDisc completion={isDone(form) ? 'complete' : 'empty'} isTiny />
            <span className="group-hover:underline" dir="auto">
              {form.title}
            </span>
            <span className="vh">
              <FormattedMessage id={isDone(form) ? 'forms.sign.is_done' : 'forms.sign.is_open'} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
