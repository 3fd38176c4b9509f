import { createAutosave, type Changes } from '../../../platform/web/autosave.ts';
import { messageOfEntry, messageOfFailure, type Refusal } from '../../../platform/web/failure.ts';
import { unsentBox, useAutosave } from '../../../platform/web/use-autosave.ts';
import type { Application } from '../shared/application.ts';
import {
  filledOf,
  inputOf,
  isAddressBegun,
  isAddressReady,
  isSameFilled,
  openChanges,
  type Address,
  type Change,
  type Filled,
} from './applicant-changes.ts';
import { applications } from './client.ts';
import { fetchApplication, keepApplication } from './queries.ts';

/** What stands on the screen, and what the account says of it. */
interface Shown {
  application: Application;
  filled: Filled;
}

export type ApplicantAutosave = ReturnType<typeof createApplicantAutosave>;

/** What the applicant fills in, for as long as the page stands. */
export function useApplicantAutosave(application: Application): ApplicantAutosave {
  return useAutosave(application, () => createApplicantAutosave(application));
}

function createApplicantAutosave(application: Application) {
  const { id } = application;
  return createAutosave<Application, Change, Shown>({
    known: application,
    box: unsentBox(`application:${id}`),
    view: (known, changes) => ({ application: known, filled: filledOf(known, changes) }),
    prune: openChanges,
    isReady: (name, value) => name !== 'location' || isAddressReady(value as Address),
    put,
    fetch: () => fetchApplication(id),
    judge,
    isOlder: (next, known) => next.version < known.version,
    isSame: (some, others) => isSameFilled(some.filled, others.filled),
    browser: window,
  });
}

async function put(changes: Changes<Change>, known: Application): Promise<{ known: Application; at: Date }> {
  const { id } = known;
  const input = inputOf(changes, known.version);
  let next = input === null ? known : await applications('PUT Applications/{id}', { params: { id }, body: input });
  const location = changes['location'] as Address | undefined;
  if (location !== undefined) {
    const body = { location: isAddressBegun(location) ? { ...location, stateId: location.stateId || null } : null };
    const { teachingAddress } = await applications('PUT Applications/{id}/teaching-address', { params: { id }, body });
    next = { ...next, teachingAddress };
  }
  keepApplication(next);
  return { known: next, at: new Date() };
}

function judge(error: Refusal, sent: Changes<Change>) {
  const { status, code, entries } = error;
  const names = Object.keys(sent);
  if (code === 'not_found') return { kind: 'gone' } as const;
  if (code === 'applications.changed') return { kind: 'again' } as const;
  // It was submitted elsewhere: what it says is with the instructor.
  if (code === 'applications.out_of_turn') return { kind: 'drop', names, loss: 'over' } as const;
  if (status < 400 || status >= 500 || status === 401 || status === 429) return { kind: 'later' } as const;
  const problems = Object.fromEntries(
    entries.flatMap((entry) => {
      const { path } = entry;
      const isOurs = path !== undefined && names.some((name) => path === name || path.startsWith(`${name}.`));
      return isOurs ? [[path, messageOfEntry(entry)]] : [];
    }),
  );
  const all = Object.fromEntries(names.map((name) => [name, messageOfFailure(error)]));
  return { kind: 'hold', problems: Object.keys(problems).length > 0 ? problems : all } as const;
}
