import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { ApiError } from '#platform/web/client/client.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { emptySignature, type SignatureValue } from '#ui/signature/signature-field.tsx';
import type { Answers, Draft, MedicalStatus, Signer } from '#features/forms/shared/contract.ts';
import { useAnswersState } from '#features/forms/web/fill/form-context.ts';
import type { AnswersAutosave } from '#features/forms/web/fill/answers-autosave.ts';
import { formsClient } from '#features/forms/web/client.ts';
import { refreshForms } from '#features/forms/web/queries.ts';
import { clearAcknowledged, storeAcknowledged, readAcknowledged } from './acknowledgements.ts';
import { findMissingItems, type MissingItem } from './missing-items.ts';

export interface Signing {
  /** A child signs on the guardian's phone. */
  isHandedOver: boolean;
  /** Whoever reads this, while they can still sign. */
  me: Signer | null;
  /** Theirs is the last signature: with it the forms are submitted. */
  isLast: boolean;
  signature: SignatureValue;
  setSignature: (value: SignatureValue) => void;
  acknowledged: ReadonlySet<string>;
  acknowledge: (formId: string, isRead: boolean) => void;
  /** Once somebody has tried to sign; it shrinks as it is mended. */
  missing: readonly MissingItem[];
  /** Why it was refused. */
  problem: string | null;
  refusals: number;
  isBusy: boolean;
  sign: () => Promise<void>;
}

interface SigningOptions {
  draft: Draft;
  autosave: AnswersAutosave;
  /** The child signs on the guardian's phone. */
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
  const [problem, setProblem] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  // However often it has to be sent, it is one signature.
  const key = useRef(crypto.randomUUID());
  // The account has said so already, just before the answers came.
  const isTold = useRef(false);

  const find = (current: Answers): MissingItem[] =>
    me === null ? [] : findMissingItems({ forms: draft.forms, answers: current, acknowledged, signature, isOtherName });

  function refuse(text: string): void {
    setProblem(text);
    setRefusals((count) => count + 1);
  }

  async function send(): Promise<void> {
    if (!(await autosave.flush())) return refuse(intl.formatMessage({ id: 'forms.sign.not_saved' }));
    // What another device has answered meanwhile is read before it is signed.
    const isNews = autosave.takeNews() && !isTold.current;
    isTold.current = false;
    if (isNews) return refuse(intl.formatMessage({ id: 'error.forms.answers_changed' }));
    const form = toFormBody(draft, key.current, autosave, acknowledged, signature);
    if (isHandedOver) form.set('signsAs', 'diver');
    const answer = await formsClient('POST Data', { form });
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
      isTold.current = error.code === 'forms.answers_changed';
      refuse(formatErrorMessage(intl, error));
      // The forms may be other ones now: another version, another age, another signature.
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
      // What a child has read is not kept for the guardian, nor the other way around.
      if (!isHandedOver) storeAcknowledged(draft, next);
    },
    missing: hasTried ? find(answers) : [],
    problem,
    refusals,
    isBusy,
    sign,
  };
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
