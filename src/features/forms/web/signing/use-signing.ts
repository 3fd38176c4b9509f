import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { ApiError } from '#platform/web/client/client.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { emptySignature, type SignatureValue } from '#ui/signature/signature-field.tsx';
import type { Answers, Draft, FormView, MedicalStatus, Signer } from '#features/forms/shared/contract.ts';
import { hasQuestions, useAnswersState } from '#features/forms/web/fill/form-context.ts';
import type { AnswersAutosave } from '#features/forms/web/fill/answers-autosave.ts';
import { formClient } from '#features/forms/web/client.ts';
import { refreshForms } from '#features/forms/web/queries.ts';
import { clearAcknowledged, storeAcknowledged, readAcknowledged } from './acknowledgements.ts';
import { findMissingItems, type MissingItem } from './missing-items.ts';

export interface Signing {
  /** The child signs on the guardian's device. */
  isHandedOver: boolean;
  /** The reader, while they can still sign. */
  me: Signer | null;
  /** The reader's signature is the last one and submits the forms. */
  isLast: boolean;
  signature: SignatureValue;
  setSignature: (value: SignatureValue) => void;
  acknowledged: ReadonlySet<string>;
  acknowledge: (formId: string, isRead: boolean) => void;
  /** Filled after the first attempt to sign; items disappear as they are fixed. */
  missing: readonly MissingItem[];
  /** The error message of the last attempt. */
  problem: string | null;
  errorCount: number;
  isBusy: boolean;
  sign: () => Promise<void>;
  /** Marks what is missing on a form's own step and returns the first item. */
  checkForm: (form: FormView) => MissingItem | undefined;
}

interface SigningOptions {
  draft: Draft;
  autosave: AnswersAutosave;
  /** The child signs on the guardian's device. */
  isHandedOver: boolean;
  onSigned: () => void;
  onMissing: (first: MissingItem) => void;
  onSubmitted: (medicalStatus: MedicalStatus | null) => void;
}

export function useSigning(options: SigningOptions): Signing {
  const { draft, autosave, isHandedOver, onMissing, onSigned, onSubmitted } = options;
  const intl = useIntl();
  const { answers } = useAnswersState(autosave);
  const isMine = ({ isYou, role }: Signer) => (isHandedOver ? role === 'diver' : isYou);
  const me = draft.signers.find((signer) => isMine(signer) && signer.signedDate === null) ?? null;
  const isLast = draft.signers.every((signer) => signer === me || signer.signedDate !== null);
  const [signature, setSignature] = useState(emptySignature);
  const [isOtherName, setIsOtherName] = useState(false);
  const [acknowledged, setAcknowledged] = useState(() => (isHandedOver ? new Set<string>() : readAcknowledged(draft)));
  const [hasTried, setHasTried] = useState(false);
  const [checkedForms, setCheckedForms] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<string | null>(null);
  const [errorCount, setErrorCount] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  // Retries use the same key, so they store one signature.
  const key = useRef(crypto.randomUUID());
  // Set if the server has already reported changed answers.
  const isConflictReported = useRef(false);

  const find = (current: Answers): MissingItem[] =>
    me === null ? [] : findMissingItems({ forms: draft.forms, answers: current, acknowledged, signature, isOtherName });

  function showError(text: string): void {
    setProblem(text);
    setErrorCount((count) => count + 1);
  }

  async function send(): Promise<void> {
    if (!(await autosave.flush())) return showError(intl.formatMessage({ id: 'forms.sign.not_saved' }));
    // Answers from another device must be read before they are signed.
    const hasUpdates = autosave.takeUpdates() && !isConflictReported.current;
    isConflictReported.current = false;
    if (hasUpdates) return showError(intl.formatMessage({ id: 'error.forms.answers_changed' }));
    const form = toFormBody(draft, key.current, autosave, acknowledged, signature);
    if (isHandedOver) form.set('signsAs', 'diver');
    const answer = await formClient('POST Data', { form });
    if (!isHandedOver) clearAcknowledged(draft.id);
    if (answer.state === 'submitted') return onSubmitted(answer.medicalStatus);
    setSignature(emptySignature);
    setHasTried(false);
    await refreshForms();
    onSigned();
  }

  async function sign(): Promise<void> {
    if (isBusy) return;
    setHasTried(true);
    setProblem(null);
    const [first] = find(autosave.get().answers);
    if (first !== undefined) return onMissing(first);
    setIsBusy(true);
    try {
      await send();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'forms.name_differs') setIsOtherName(true);
      isConflictReported.current = error.code === 'forms.answers_changed';
      showError(formatErrorMessage(intl, error));
      // The forms may have changed: another version, age or signature.
      if (error.status >= 400 && error.status < 500) {
        key.current = crypto.randomUUID();
        await refreshForms();
      }
    } finally {
      setIsBusy(false);
    }
  }

  return {
    isHandedOver,
    me,
    isLast,
    signature,
    setSignature(value) {
      setSignature(value);
      setIsOtherName(false);
    },
    acknowledged,
    acknowledge(formId, isRead) {
      const next = new Set([...acknowledged].filter((id) => id !== formId));
      if (isRead) next.add(formId);
      setAcknowledged(next);
      // The acknowledgements of the child and the guardian are separate.
      if (!isHandedOver) storeAcknowledged(draft, next);
    },
    missing: hasTried ? find(answers) : find(answers).filter((item) => isOnCheckedStep(item, draft, checkedForms)),
    checkForm(form) {
      setCheckedForms(new Set([...checkedForms, form.id]));
      return find(autosave.get().answers).find((item) => isOnCheckedStep(item, draft, new Set([form.id])));
    },
    problem,
    errorCount,
    isBusy,
    sign,
  };
}

/** A questionnaire is acknowledged beside the signature, a text on its own step. */
function isOnCheckedStep(item: MissingItem, { forms }: Draft, checked: ReadonlySet<string>): boolean {
  if (item.kind === 'signature' || !checked.has(item.formId)) return false;
  return item.kind === 'question' || forms.some((form) => form.id === item.formId && !hasQuestions(form));
}

function toFormBody(
  { id, locale }: Draft,
  key: string,
  autosave: AnswersAutosave,
  acknowledged: ReadonlySet<string>,
  signature: SignatureValue,
): FormData {
  const form = new FormData();
  const fields = {
    kind: 'signature',
    documentId: id,
    key,
    locale,
    revision: String(autosave.revision()),
    acknowledged: [...acknowledged].join(','),
    method: signature.method,
    ...(signature.method === 'typed'
      ? { typedName: signature.typedName }
      : { strokes: JSON.stringify(signature.strokes) }),
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
