import { useRef, useState } from 'react';
import { ApiError } from '../../../platform/web/client.ts';
import { messageOfFailure } from '../../../platform/web/failure.ts';
import { type Found, type Kind, lookUp } from './look-up.ts';

export interface Numbers {
  storeNumber: number | null;
  memberNumber: number | null;
}

/** As typed, with spaces or dashes in it. */
export function numberIn(text: string): number | null {
  const digits = text.replaceAll(/[\s-]/g, '');
  return /^0*[1-9]\d{0,8}$/.test(digits) ? Number(digits) : null;
}

/** Finds everybody who is named, or says who is not there. */
export function useLookUp(onChange: (named: Numbers | null) => void) {
  const [found, setFound] = useState<readonly Found[]>([]);
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

  async function find(numbers: Numbers, takesFocus: boolean): Promise<void> {
    forget();
    const turn = asked.current;
    setIsBusy(true);
    const refuse = (message: string) => {
      if (turn !== asked.current) return;
      setProblem(message);
      setIsBusy(false);
      if (takesFocus) setRefusals((count) => count + 1);
    };
    const wanted = wantedOf(numbers);
    if (wanted.length === 0) return refuse('professionals.confirm.missing');
    try {
      const answers = await Promise.all(wanted.map(({ kind, number }) => lookUp(kind, number)));
      const missing = wanted.find((_, index) => answers[index] === null);
      if (missing !== undefined) return refuse(`professionals.confirm.${missing.kind}_unknown`);
      if (turn !== asked.current) return;
      setFound(answers.filter((answer) => answer !== null));
      setIsBusy(false);
      onChange(numbers);
    } catch (error) {
      refuse(error instanceof ApiError ? messageOfFailure(error) : 'GeneralError');
    }
  }

  return { found, problem, isBusy, refusals, find, forget };
}

function wantedOf({ storeNumber, memberNumber }: Numbers): { kind: Kind; number: number }[] {
  return [
    ...(storeNumber === null ? [] : [{ kind: 'store' as const, number: storeNumber }]),
    ...(memberNumber === null ? [] : [{ kind: 'member' as const, number: memberNumber }]),
  ];
}
