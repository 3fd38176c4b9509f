import { useEffect, useRef, useState, type FormEvent } from 'react';
import { findTextProblems } from '#platform/shared/text-rules.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { toFormErrors } from '#platform/web/client/api-errors.ts';

export type FormValues = Readonly<Record<string, string>>;
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

interface FormOptions<Field extends string> {
  /** Message ids of what is wrong, by field. */
  check: (values: FormValues) => FieldErrors<Field>;
  /** Answers `leaving` when the browser is on its way to another document: the button stays busy until then. */
  send: (values: FormValues) => Promise<'leaving' | void>;
  /** True when it deals with the failure itself, such as by another page. */
  onFailure?: (error: ApiError) => boolean;
  /** Takes the focus when the form as a whole was refused. */
  retryField?: Field;
  /** Codes that are told at the form, never at one field. */
  formCodes?: readonly string[];
  /** Called as one types, to keep a draft. */
  onType?: (values: FormValues) => void;
}

/**
 * A small form that the browser keeps: fields are checked on sending, and one that was wrong is checked again as it is
 * mended. Focus goes to the first wrong field.
 */
export function useForm<Field extends string>({
  check,
  send,
  onFailure,
  retryField,
  formCodes,
  onType,
}: FormOptions<Field>) {
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<FieldErrors<Field>>({});
  const [formProblem, setFormProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);

  useEffect(() => {
    if (refusals === 0) return;
    const wrong = form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]');
    const field = wrong ?? form.current?.querySelector<HTMLInputElement>(`[name="${retryField}"]`);
    field?.focus();
    if (field?.type !== 'checkbox') field?.select();
  }, [refusals, retryField]);

  // A page that the browser kept is shown again by Back: it is no longer on its way anywhere.
  useEffect(() => {
    const wake = () => setIsBusy(false);
    addEventListener('pageshow', wake);
    return () => removeEventListener('pageshow', wake);
  }, []);

  /** A text that was typed follows the server's rule; what the form itself says of a field comes first. */
  function findProblems(within: HTMLFormElement): FieldErrors<Field> {
    return { ...(findTypedProblems(within) as FieldErrors<Field>), ...check(readFormValues(within)) };
  }

  function refuse(next: { problems: FieldErrors<Field>; formProblem: string | null }): void {
    setProblems(next.problems);
    setFormProblem(next.formProblem);
    setRefusals((count) => count + 1);
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const { elements } = event.currentTarget;
    const values = readFormValues(event.currentTarget);
    if (isBusy) return;
    const found = findProblems(event.currentTarget);
    if (Object.keys(found).length > 0) return refuse({ problems: found, formProblem: null });
    setProblems({});
    setFormProblem(null);
    setIsBusy(true);
    try {
      if ((await send(values)) !== 'leaving') setIsBusy(false);
    } catch (error) {
      setIsBusy(false);
      if (!(error instanceof ApiError)) throw error;
      if (onFailure?.(error)) return;
      const failure = toFormErrors(error, (name) => elements.namedItem(name) !== null, formCodes);
      refuse({ problems: failure.problems as FieldErrors<Field>, formProblem: failure.formProblem });
    }
  }

  function recheck(event: FormEvent<HTMLFormElement>): void {
    const input = event.target as HTMLInputElement;
    onType?.(readFormValues(event.currentTarget));
    const field = (input.closest<HTMLFieldSetElement>('fieldset[name]')?.name ?? input.name) as Field;
    if (problems[field] === undefined) return;
    const { [field]: _, ...others } = problems;
    const problem = findProblems(event.currentTarget)[field];
    setProblems((problem === undefined ? others : { ...problems, [field]: problem }) as FieldErrors<Field>);
  }

  return {
    /** Says from elsewhere what is wrong, and puts the focus there. */
    refuse,
    form: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
      onChange: recheck,
    },
    problems,
    formProblem,
    isBusy,
    /** Grows with each refusal, so that the same sentence is said again. */
    refusals,
  };
}

/** Of the texts that the browser keeps. What a field began with was stored before, and stays as it is. */
function findTypedProblems({ elements }: HTMLFormElement): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const element of elements) {
    const isLong = element instanceof HTMLTextAreaElement;
    const isShort = element instanceof HTMLInputElement && element.type === 'text';
    if ((!isLong && !isShort) || element.name === '') continue;
    const { name, value, defaultValue } = element;
    const found = findTextProblems({ [name]: value }, { [name]: defaultValue }, { [name]: isLong ? 'long' : 'short' });
    Object.assign(problems, found);
  }
  return problems;
}

function readFormValues(form: HTMLFormElement): FormValues {
  const entries = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(entries);
}
