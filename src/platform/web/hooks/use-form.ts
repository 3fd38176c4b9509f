import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { MessageId } from '#platform/shared/message-id.ts';
import { findTextProblems } from '#platform/shared/text-rules.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { useEarlyPress } from './use-early-press.ts';
import { toFormErrors } from '#platform/web/client/api-errors.ts';

export type FormValues = Readonly<Record<string, string>>;
export type FieldErrors<Field extends string> = Partial<Record<Field, MessageId>>;

interface FormOptions<Field extends string> {
  /** Message ids of problems, by field. */
  check: (values: FormValues) => FieldErrors<Field>;
  /** Resolves to `leaving` when the browser is navigating to another document, so the button stays busy. */
  send: (values: FormValues) => Promise<'leaving' | void>;
  /** Returns true when it has handled the error itself, for example by navigating. */
  onFailure?: (error: ApiError) => boolean;
  /** The field that takes the focus after an error of the whole form. */
  retryField?: Field;
  /** Codes that are reported on the form even when they name a field. */
  formCodes?: readonly string[];
  /** Called on each change, to save a draft. */
  onType?: (values: FormValues) => void;
}

/**
 * State of a small uncontrolled form. Fields are validated on submit, and an invalid one again while it is edited. The
 * focus moves to the first invalid field.
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
  const [formProblem, setFormProblem] = useState<MessageId | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failureCount, setFailureCount] = useState(0);

  useEffect(() => {
    if (failureCount === 0) return;
    const invalid = form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]');
    const field = invalid ?? form.current?.querySelector<HTMLInputElement>(`[name="${retryField}"]`);
    field?.focus();
    if (field?.type !== 'checkbox') field?.select();
  }, [failureCount, retryField]);

  const isHydrating = useEarlyPress(form);

  // A page that is restored from the back/forward cache is no longer navigating away.
  useEffect(() => {
    const resetBusy = () => setIsBusy(false);
    addEventListener('pageshow', resetBusy);
    return () => removeEventListener('pageshow', resetBusy);
  }, []);

  /** Typed texts follow the server's rule; a problem that the form's own check finds takes precedence. */
  function findProblems(within: HTMLFormElement): FieldErrors<Field> {
    return { ...(findTypedProblems(within) as FieldErrors<Field>), ...check(readFormValues(within)) };
  }

  function showErrors(next: { problems: FieldErrors<Field>; formProblem: MessageId | null }): void {
    setProblems(next.problems);
    setFormProblem(next.formProblem);
    setFailureCount((count) => count + 1);
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const { elements } = event.currentTarget;
    const values = readFormValues(event.currentTarget);
    if (isBusy) return;
    const found = findProblems(event.currentTarget);
    if (Object.keys(found).length > 0) return showErrors({ problems: found, formProblem: null });
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
      showErrors({ problems: failure.problems as FieldErrors<Field>, formProblem: failure.formProblem });
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
    /** Shows problems found outside the form and focuses the first invalid field. */
    showErrors,
    form: {
      ref: form,
      noValidate: true,
      // Its buttons do nothing yet. The start script remembers the one that is pressed.
      'data-hydrating': isHydrating,
      // Without scripts, a browser would put what was typed into the URL.
      method: 'post' as const,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
      onChange: recheck,
    },
    problems,
    formProblem,
    isBusy,
    /** Counts failed submits, so a screen reader announces the same message again. */
    failureCount,
  };
}

/** What browsers fill in with the name of a person. */
const nameFields: ReadonlySet<string> = new Set(['name', 'given-name', 'additional-name', 'family-name']);

/** Checks the text inputs. An unchanged default value was stored before the rule and stays valid. */
function findTypedProblems({ elements }: HTMLFormElement): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const element of elements) {
    const isLong = element instanceof HTMLTextAreaElement;
    const isShort = element instanceof HTMLInputElement && element.type === 'text';
    if ((!isLong && !isShort) || element.name === '') continue;
    const { name, value, defaultValue, autocomplete } = element;
    const rule = isLong ? 'long' : nameFields.has(autocomplete.split(' ').at(-1) ?? '') ? 'name' : 'short';
    const found = findTextProblems({ [name]: value }, { [name]: defaultValue }, { [name]: rule });
    Object.assign(problems, found);
  }
  return problems;
}

function readFormValues(form: HTMLFormElement): FormValues {
  const entries = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(entries);
}
