import { useRef, useState } from 'react';
import { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import { type FoundProfessional, type ProfessionalKind, findProfessional } from './find-professional.ts';

export interface ProfessionalNumbers {
  storeNumber: number | null;
  memberNumber: number | null;
}

/** As typed, with spaces or dashes in it. */
export function parseProfessionalNumber(text: string): number | null {
  const digits = text.replaceAll(/[\s-]/g, '');
  return /^0*[1-9]\d{0,8}$/.test(digits) ? Number(digits) : null;
}

/** Finds everybody who is named, or says who is not there. */
export function useProfessionalLookup(onChange: (named: ProfessionalNumbers | null) => void) {
  const [found, setFound] = useState<readonly FoundProfessional[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  /** Only the last question is answered: somebody may have typed on. */
  const asked = useRef(0);

  function forget(): void {
    asked.current += 1;
    setFound([]);
    setProblem(null);
    setIsBusy(false);
    onChange(null);
  }

  async function find(numbers: ProfessionalNumbers, takesFocus: boolean): Promise<void> {
    forget();
    const turn = asked.current;
    setIsBusy(true);
    const refuse = (message: string) => {
      if (turn !== asked.current) return;
      setProblem(message);
      setIsBusy(false);
      if (takesFocus) setRefusals((count) => count + 1);
    };
    const wanted = toLookups(numbers);
    if (wanted.length === 0) return refuse('professionals.confirm.missing');
    try {
      const answers = await Promise.all(wanted.map(({ kind, number }) => findProfessional(kind, number)));
      const missing = wanted.find((_, index) => answers[index] === null);
      if (missing !== undefined) return refuse(`professionals.confirm.${missing.kind}_unknown`);
      if (turn !== asked.current) return;
      setFound(answers.filter((answer) => answer !== null));
      setIsBusy(false);
      onChange(numbers);
    } catch (error) {
      refuse(error instanceof ApiError ? getErrorMessageId(error) : 'GeneralError');
    }
  }

  return { found, problem, isBusy, refusals, find, forget };
}

function toLookups({ storeNumber, memberNumber }: ProfessionalNumbers): { kind: ProfessionalKind; number: number }[] {
  return [
    ...(storeNumber === null ? [] : [{ kind: 'store' as const, number: storeNumber }]),
    ...(memberNumber === null ? [] : [{ kind: 'member' as const, number: memberNumber }]),
  ];
}
