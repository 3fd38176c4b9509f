import { dropDraft, keepDraft, listDrafts, readDraft } from '../../../../platform/web/draft.ts';
import type { Answer } from '../../shared/content.ts';
import type { LearningStep } from '../../shared/course-contract.ts';

/** What a learner did and the account may not have yet. `affiliateId` is a child's who learns on the guardian's phone. */
export type Waiting =
  | { kind: 'step'; packageId: string; step: LearningStep; affiliateId?: number }
  | { kind: 'answer'; attemptId: string; question: string; answer: Answer; seq: number; affiliateId?: number };

export interface Kept {
  name: string;
  waiting: Waiting;
}

/** Where it is kept meanwhile, in the order in which it came. */
export interface Box {
  /** False where the browser keeps nothing: it is lost with the page. */
  add(waiting: Waiting): boolean;
  list(): Kept[];
  remove(names: readonly string[]): void;
}

const beginning = 'learn:';

/** One entry for each, so that two tabs never write the same one. They are the person's and end with the session. */
export function createBox(): Box {
  const unkept = new Map<string, Waiting>();
  let last = 0;
  const nextName = () => {
    last = Math.max(last + 1, Date.now());
    return `${beginning}${String(last).padStart(15, '0')}:${crypto.randomUUID()}`;
  };
  return {
    add(waiting) {
      const name = nextName();
      const isKept = keepDraft(name, { values: { waiting: JSON.stringify(waiting) }, version: 0 });
      if (!isKept) unkept.set(name, waiting);
      return isKept;
    },
    list() {
      const stored = listDrafts(beginning).flatMap((name) => {
        const waiting = readWaiting(name);
        return waiting === null ? [] : [{ name, waiting }];
      });
      return [...stored, ...[...unkept].map(([name, waiting]) => ({ name, waiting }))].toSorted((a, b) =>
        a.name < b.name ? -1 : 1,
      );
    },
    remove(names) {
      for (const name of names) {
        unkept.delete(name);
        dropDraft(name);
      }
    },
  };
}

function readWaiting(name: string): Waiting | null {
  try {
    return JSON.parse(readDraft(name)?.values['waiting'] ?? 'null') as Waiting | null;
  } catch {
    return null;
  }
}
