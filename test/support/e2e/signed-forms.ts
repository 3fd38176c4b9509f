import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import type { Draft } from '#features/forms/shared/contract.ts';
import { openQuestions } from '#features/forms/shared/rules.ts';
import { createApiCaller } from './api-calls.ts';

interface FormOptions {
  packet?: 'medical' | 'course';
  affiliateId?: number;
  storeNumber?: number;
  replaces?: string;
  /** Questions answered with yes. */
  yes?: readonly string[];
}

/** Creates a draft by API and answers the `yes` questions. */
export async function startForms(page: Page, { yes = [], packet = 'medical', ...options }: FormOptions = {}) {
  const call = await createApiCaller(page, 'forms');
  const { id } = await call<{ id: string }>('POST', 'Drafts', { packet, ...options });
  if (yes.length > 0)
    await call('PUT', `Drafts/${id}`, { changes: Object.fromEntries(yes.map((question) => [question, 'yes'])) });
  return id;
}

/** Signs forms by API with an adult's typed name. */
export async function signForms(page: Page, options: FormOptions = {}): Promise<string> {
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
    method: 'typed',
    typedName: diverName,
  });
  return id;
}
