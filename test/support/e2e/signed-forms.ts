import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import type { Draft, Packet } from '#features/forms/shared/contract.ts';
import { openQuestions } from '#features/forms/shared/rules.ts';
import { createApiCaller } from './api-calls.ts';

/** A wave. */
const drawnStrokes = JSON.stringify([
  Array.from({ length: 40 }, (_, index) => [40 + index * 10, 100 + Math.round(40 * Math.sin(index / 3))]).flat(),
]);

interface FormOptions {
  packet?: Packet;
  affiliateId?: number;
  storeNumber?: number;
  replaces?: string;
  /** Questions answered with yes. */
  yes?: readonly string[];
}

interface SigningOptions extends FormOptions {
  /** Draws the signature, because minors can't type theirs. */
  isDrawn?: boolean;
}

/** Creates a draft by API and answers the `yes` questions. */
export async function startForms(page: Page, { yes = [], packet = 'medical', ...options }: FormOptions = {}) {
  const call = await createApiCaller(page, 'forms');
  const { id } = await call<{ id: string }>('POST', 'Drafts', { packet, ...options });
  if (yes.length > 0)
    await call('PUT', `Drafts/${id}`, { changes: Object.fromEntries(yes.map((question) => [question, 'yes'])) });
  return id;
}

/** Signs forms by API. */
export async function signForms(page: Page, { isDrawn = false, ...options }: SigningOptions = {}): Promise<string> {
  const id = await startForms(page, options);
  const call = await createApiCaller(page, 'forms');
  const { forms, answers } = await call<Draft>('GET', `Drafts/${id}`);
  const open = openQuestions(forms, answers).filter((question) => answers[question.id] === undefined);
  await call('PUT', `Drafts/${id}`, { changes: Object.fromEntries(open.map((question) => [question.id, 'no'])) });
  const { revision, locale, diverName } = await call<Draft>('GET', `Drafts/${id}`);
  await call('POST', 'Data', undefined, {
    kind: 'signature',
    documentId: id,
    key: randomUUID(),
    revision,
    locale,
    acknowledged: forms.map((form) => form.id).join(','),
    ...(isDrawn ? { method: 'drawn', strokes: drawnStrokes } : { method: 'typed', typedName: diverName }),
  });
  return id;
}
