import { useState } from 'react';
import { ApiError } from '#platform/web/client/client.ts';
import { emptySignature, type SignatureValue } from '#ui/signature/signature-field.tsx';
import { findSignatureProblem, type SignatureProblem } from '#features/forms/shared/rules.ts';
import type { SignatureInput } from '#features/applications/shared/application.ts';

export interface SignatureState {
  signature: SignatureValue;
  setSignature: (value: SignatureValue) => void;
  isAcknowledged: boolean;
  acknowledge: (isAcknowledged: boolean) => void;
  /** Once somebody has tried to sign. */
  problem: SignatureProblem | null;
  isTickMissing: boolean;
  /** What is missing first, whether or not somebody has tried. */
  missing: 'signature' | 'acknowledgement' | null;
  /** What is signed with, or null where something is missing; from then on it says what. */
  give: () => SignatureInput | null;
  /** What the server says about it. True where it is about the signature. */
  refuse: (error: unknown) => boolean;
}

/** A signature and its box, while it is being given. */
export function useSignature(): SignatureState {
  const [signature, setSignature] = useState(emptySignature);
  const [isAcknowledged, setIsAcknowledged] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const [isOtherName, setIsOtherName] = useState(false);
  const problem = findSignatureProblem(signature, isOtherName);
  const missing = problem !== null ? 'signature' : isAcknowledged ? null : 'acknowledgement';
  return {
    signature,
    setSignature(value) {
      setSignature(value);
      setIsOtherName(false);
    },
    isAcknowledged,
    acknowledge: setIsAcknowledged,
    problem: isTried ? problem : null,
    isTickMissing: isTried && !isAcknowledged,
    missing,
    give() {
      setIsTried(true);
      return missing === null ? { ...signature, isAcknowledged } : null;
    },
    refuse(error) {
      if (!(error instanceof ApiError) || error.code !== 'applications.name_differs') return false;
      setIsOtherName(true);
      return true;
    },
  };
}
