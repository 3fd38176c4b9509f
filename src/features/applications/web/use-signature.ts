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
  /** Set after the first attempt to sign. */
  problem: SignatureProblem | null;
  isTickMissing: boolean;
  /** The first missing part, even before an attempt. */
  missing: 'signature' | 'acknowledgement' | null;
  /** Returns the signature, or null and shows what is missing. */
  give: () => SignatureInput | null;
  /** Shows an error of the server; returns true if it is about the signature. */
  handleError: (error: unknown) => boolean;
}

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
    handleError(error) {
      if (!(error instanceof ApiError) || error.code !== 'applications.name_differs') return false;
      setIsOtherName(true);
      return true;
    },
  };
}
