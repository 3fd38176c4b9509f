import { clsx } from 'clsx';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { createChangeStorage, useDraft } from '#platform/web/sync/use-draft.ts';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import type { Draft, MedicalStatus } from '#features/forms/shared/contract.ts';
import { FormActions } from './form-actions.tsx';
import { formId, OpenFormsContext } from './form-context.ts';
import { FormHeader, FormTaskBar } from './form-header.tsx';
import { FormNotices } from './form-notices.tsx';
import { PacketForm } from './packet-form.tsx';
import { HandedOverNotice } from '#features/forms/web/signing/hand-over.tsx';
import { SignPanel, missingItemFieldId } from '#features/forms/web/signing/sign-panel.tsx';
import { useSigning } from '#features/forms/web/signing/use-signing.ts';
import { useSteps } from './use-steps.ts';
import { createAnswersAutosave, type AnswersAutosave } from './answers-autosave.ts';
import { formClient } from '#features/forms/web/client.ts';
import { findFirstStep } from './first-step.ts';
import { fetchDraft } from '#features/forms/web/queries.ts';

/** The classes of the forms with the signature beside them on wide pages. */
export const formColumns = 'grid grid-cols-1 items-start xl:grid-cols-[minmax(0,1fr)_400px] xl:gap-12';

interface FormPageProps {
  draft: Draft;
  /** The language selection, for the phone's task bar. */
  language: ReactNode;
  /** A link to change the dive center, if possible. */
  otherCenter: ReactNode;
  /** The child signs on the guardian's device. */
  isHandedOver: boolean;
  onSigned: () => void;
  onSubmitted: (medicalStatus: MedicalStatus | null) => void;
  onGone: () => void;
}

/** Forms to fill in and sign: all on one wide page, or one at a time on a phone. */
export function FormPage(props: FormPageProps) {
  const { draft, language, otherCenter, isHandedOver, onSigned, onSubmitted, onGone } = props;
  const autosave = useAnswersAutosave(draft);
  const isAlone = draft.forms.length === 1;
  const [first] = useState(() => (isAlone || isHandedOver ? 0 : findFirstStep(draft, autosave.get().answers)));
  const { step, go } = useSteps(isAlone ? 1 : draft.forms.length + 1, first);
  const isSigning = isAlone || step === draft.forms.length;
  const show = (id: string | null) => {
    if (!isAlone && isPhoneScreen())
      go(id === null ? draft.forms.length : draft.forms.findIndex((form) => form.id === id));
    else if (id !== null) focusTitle(formId(id));
  };
  const signing = useSigning({
    draft,
    autosave,
    isHandedOver,
    onSigned,
    onSubmitted,
    onMissing: (first) => requestAnimationFrame(() => focusMissing(isPhoneScreen() ? null : missingItemFieldId(first))),
  });
  useEffect(() => autosave.subscribe(() => autosave.get().isGone && onGone()), [autosave, onGone]);
  const goNext = () => {
    const form = draft.forms[step];
    const missing = form && signing.checkForm(form);
    if (missing === undefined) go(step + 1);
    else requestAnimationFrame(() => focusMissing(missingItemFieldId(missing)));
  };
  useEffect(() => {
    if (first > 0 && !isPhoneScreen()) focusTitle(getStepTitleId(draft, first));
    // Only when the page opens: the person continues where something is missing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useStepFocus(step, isSigning ? 'sign-here' : getStepTitleId(draft, step));
  const isLocked = draft.state === 'signing' || !draft.canFill;
  return (
    <OpenFormsContext value={{ draft, autosave, signing, isLocked }}>
      <FormTaskBar language={language} />
      <div className={formColumns}>
        <div className="min-w-0">
          {!isAlone && <StepProgress {...countSteps(draft, step)} />}
          <FormHeader isFirst={step === 0} otherCenter={otherCenter} />
          {isHandedOver && <HandedOverNotice name={draft.diverName} onBack={onSigned} />}
          <FormNotices />
          {draft.forms.map((form, index) => (
            <PacketForm
              key={form.id}
              form={form}
              isAlone={isAlone}
              className={clsx(index > 0 && 'mt-8', !isAlone && index !== step && 'only-wide')}
            />
          ))}
        </div>
        <aside
          className={clsx(
            'xl:sticky xl:top-[calc(var(--header)+32px)] xl:max-h-[calc(100dvh-var(--header)-var(--tour)-32px)] xl:overflow-y-auto xl:rounded-box',
            isAlone ? 'max-xl:mt-8' : 'lg:max-xl:mt-8',
            !isSigning && 'only-wide',
          )}
        >
          <SignPanel onShow={show} />
        </aside>
      </div>
      <FormActions step={step} isAlone={isAlone} isSigning={isSigning} onBack={() => go(step - 1)} onNext={goNext} />
    </OpenFormsContext>
  );
}

const isPhoneScreen = () => matchMedia('(width < 1024px)').matches;

function focusTitle(id: string): void {
  const title = document.getElementById(id);
  title?.scrollIntoView();
  title?.focus({ preventScroll: true });
}

/** Focuses the first missing item; on a phone the list of all, because they may be on other steps. */
function focusMissing(id: string | null): void {
  const target =
    id === null
      ? document.querySelector<HTMLElement>('[data-part=sign-panel] [data-part=missing] a')
      : document.getElementById(id);
  target?.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
}

/** Moves the focus to the step's title, as a page change would. */
function useStepFocus(step: number, id: string): void {
  const previous = useRef(step);
  useEffect(() => {
    if (previous.current === step) return;
    previous.current = step;
    document.getElementById(id)?.focus({ preventScroll: true });
  }, [step, id]);
}

function getStepTitleId({ forms }: Draft, step: number): string {
  const form = forms[step];
  return form === undefined ? 'sign-here' : formId(form.id);
}

/** A minor's own last step, after the signature, is to ask a guardian. */
function countSteps({ forms, isOwn, isMinor, signers }: Draft, step: number): { step: number; count: number } {
  const count = forms.length + (isOwn && isMinor ? 2 : 1);
  const isAsking = isOwn && isMinor && signers.some(({ isYou, signedDate }) => isYou && signedDate !== null);
  return { step: isAsking ? count - 1 : step, count };
}

function StepProgress({ step, count }: { step: number; count: number }) {
  return (
    <div className="only-phone grid gap-2 pt-4 text-xs text-ink-2">
      <p id="step-line" className="num">
        <FormattedMessage id="forms.fill.step" values={{ step: step + 1, count }} />
      </p>
      <ProgressBar percent={((step + 1) / count) * 100} labelledBy="step-line" />
    </div>
  );
}

/** The autosave of a draft, as long as the page is open. */
function useAnswersAutosave(draft: Draft): AnswersAutosave {
  return useDraft(draft, () =>
    createAnswersAutosave({
      draft,
      // The outbox storage is used, because medical answers must not be readable by other users of the device.
      storage: createChangeStorage(`form:${draft.id}`),
      put: (changes) => formClient('PUT Drafts/{id}', { params: { id: draft.id }, body: { changes } }),
      fetch: () => fetchDraft(draft.id),
      browser: window,
    }),
  );
}
