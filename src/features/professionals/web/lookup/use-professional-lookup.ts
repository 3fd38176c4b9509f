import { useRef, useState } from 'react';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import { type FoundProfessional, type ProfessionalKind, findProfessional } from './find-professional.ts';

export interface ProfessionalNumbers {
  storeNumber: number | null;
  memberNumber: number | null;
}

/** Accepts spaces and dashes. */
export function parseProfessionalNumber(text: string): number | null {
  const digits = text.replaceAll(/[\s-]/g, '');
  return /^0*[1-9]\d{0,8}$/.test(digits) ? Number(digits) : null;
}

/** Looks up all numbers, or reports the first that is unknown. */
export function useProfessionalLookup(onChange: (named: ProfessionalNumbers | null) => void) {
  const [found, setFound] = useState<readonly FoundProfessional[]>([]);
  const [problem, setProblem] = useState<MessageId | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [errorCount, setErrorCount] = useState(0);
  /** Identifies the last lookup; results of earlier ones are ignored. */
  const lookupId = useRef(0);

  function reset(): void {
    lookupId.current += 1;
    setFound([]);
    setProblem(null);
    setIsBusy(false);
    onChange(null);
  }

  async function find(numbers: ProfessionalNumbers, takesFocus: boolean): Promise<void> {
    reset();
    const id = lookupId.current;
    setIsBusy(true);
    const showProblem = (message: MessageId) => {
      if (id !== lookupId.current) return;
      setProblem(message);
      setIsBusy(false);
      if (takesFocus) setErrorCount((count) => count + 1);
    };
    const lookups = toLookups(numbers);
    if (lookups.length === 0) return showProblem('professionals.confirm.missing');
    try {
      const answers = await Promise.all(lookups.map(({ kind, number }) => findProfessional(kind, number)));
      const missing = lookups.find((_, index) => answers[index] === null);
      if (missing !== undefined) return showProblem(`professionals.confirm.${missing.kind}_unknown`);
      if (id !== lookupId.current) return;
      setFound(answers.filter((answer) => answer !== null));
      setIsBusy(false);
      onChange(numbers);
    } catch (error) {
      showProblem(error instanceof ApiError ? getErrorMessageId(error) : 'GeneralError');
    }
  }

  return { found, problem, isBusy, errorCount, find, reset };
}

function toLookups({ storeNumber, memberNumber }: ProfessionalNumbers): { kind: ProfessionalKind; number: number }[] {
  return [
    ...(storeNumber === null ? [] : [{ kind: 'store' as const, number: storeNumber }]),
    ...(memberNumber === null ? [] : [{ kind: 'member' as const, number: memberNumber }]),
  ];
}
