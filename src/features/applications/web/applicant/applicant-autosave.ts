import { createDraft } from '#platform/web/sync/draft.ts';
import type { Changes } from '#platform/web/sync/draft-options.ts';
import { getEntryMessageId, getErrorMessageId, type ApiErrorInfo } from '#platform/web/client/api-errors.ts';
import { createChangeStorage, useDraft } from '#platform/web/sync/use-draft.ts';
import type { Application } from '#features/applications/shared/application.ts';
import {
  toApplicantValues,
  toApplicationInput,
  isAddressStarted,
  isAddressReady,
  isSameValues,
  pickUnsavedChanges,
  type Address,
  type Change,
  type ApplicantValues,
} from './applicant-changes.ts';
import { applicationClient } from '#features/applications/web/client.ts';
import { fetchApplication, cacheApplication } from '#features/applications/web/queries.ts';

/** The displayed values and the stored application. */
interface ApplicantState {
  application: Application;
  filled: ApplicantValues;
}

export type ApplicantAutosave = ReturnType<typeof createApplicantAutosave>;

export function useApplicantAutosave(application: Application): ApplicantAutosave {
  return useDraft(application, () => createApplicantAutosave(application));
}

function createApplicantAutosave(application: Application) {
  const { id } = application;
  return createDraft<Application, Change, ApplicantState>({
    known: application,
    storage: createChangeStorage(`application:${id}`),
    view: (known, changes) => ({ application: known, filled: toApplicantValues(known, changes) }),
    prune: pickUnsavedChanges,
    isReady: (name, value) => name !== 'location' || isAddressReady(value as Address),
    put: saveChanges,
    fetch: () => fetchApplication(id),
    resolveError: classifySaveError,
    isOlder: (next, known) => next.version < known.version,
    isSame: (some, others) => isSameValues(some.filled, others.filled),
    browser: window,
  });
}

async function saveChanges(changes: Changes<Change>, known: Application): Promise<{ known: Application; at: Date }> {
  const { id } = known;
  const input = toApplicationInput(changes, known.version);
  let next = input === null ? known : await applicationClient('PUT Applications/{id}', { params: { id }, body: input });
  const location = changes['location'] as Address | undefined;
  if (location !== undefined) {
    const body = { location: isAddressStarted(location) ? { ...location, stateId: location.stateId || null } : null };
    const { teachingAddress } = await applicationClient('PUT Applications/{id}/teaching-address', {
      params: { id },
      body,
    });
    next = { ...next, teachingAddress };
  }
  cacheApplication(next);
  return { known: next, at: new Date() };
}

function classifySaveError(error: ApiErrorInfo, sent: Changes<Change>) {
  const { status, code, entries } = error;
  const names = Object.keys(sent);
  if (code === 'not_found') return { kind: 'gone' } as const;
  if (code === 'applications.changed') return { kind: 'retry' } as const;
  // It was submitted on another device, so the instructor has it now.
  if (code === 'applications.out_of_turn') return { kind: 'drop', names, loss: 'over' } as const;
  if (status < 400 || status >= 500 || status === 401 || status === 429) return { kind: 'later' } as const;
  const problems = Object.fromEntries(
    entries.flatMap((entry) => {
      const { path } = entry;
      const isOurs = path !== undefined && names.some((name) => path === name || path.startsWith(`${name}.`));
      return isOurs ? [[path, getEntryMessageId(entry)]] : [];
    }),
  );
  const all = Object.fromEntries(names.map((name) => [name, getErrorMessageId(error)]));
  return { kind: 'hold', problems: Object.keys(problems).length > 0 ? problems : all } as const;
}
