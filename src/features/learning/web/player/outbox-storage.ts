import { deleteDraft, saveDraft, listDrafts, readDraft } from '#platform/web/sync/drafts.ts';
import type { Answer } from '#features/learning/shared/content.ts';
import type { LearningStep } from '#features/learning/shared/course-contract.ts';

/**
 * An action that the server may not have yet. `affiliateId` is set for a child whose guardian learns on their own
 * phone.
 */
export type OutboxItem =
  | { kind: 'step'; packageId: string; step: LearningStep; affiliateId?: number }
  | { kind: 'answer'; attemptId: string; question: string; answer: Answer; seq: number; affiliateId?: number };

export interface StoredOutboxItem {
  name: string;
  waiting: OutboxItem;
}

/** Stores queued items in order. */
export interface OutboxStorage {
  /** Returns false if the browser cannot store the item, which is then lost when the page closes. */
  add(waiting: OutboxItem): boolean;
  list(): StoredOutboxItem[];
  remove(names: readonly string[]): void;
}

const draftPrefix = 'learn:';

/**
 * Each item is a separate draft, so that two tabs never write the same entry. Drafts belong to the person and are
 * deleted with the session.
 */
export function createOutboxStorage(): OutboxStorage {
  const unstored = new Map<string, OutboxItem>();
  let last = 0;
  const nextName = () => {
    last = Math.max(last + 1, Date.now());
    return `${draftPrefix}${String(last).padStart(15, '0')}:${crypto.randomUUID()}`;
  };
  return {
    add(waiting) {
      const name = nextName();
      const isStored = saveDraft(name, { values: { waiting: JSON.stringify(waiting) }, version: 0 });
      if (!isStored) unstored.set(name, waiting);
      return isStored;
    },
    list() {
      const stored = listDrafts(draftPrefix).flatMap((name) => {
        const waiting = readItem(name);
        return waiting === null ? [] : [{ name, waiting }];
      });
      return [...stored, ...[...unstored].map(([name, waiting]) => ({ name, waiting }))].toSorted((a, b) =>
        a.name < b.name ? -1 : 1,
      );
    },
    remove(names) {
      for (const name of names) {
        unstored.delete(name);
        deleteDraft(name);
      }
    },
  };
}

function readItem(name: string): OutboxItem | null {
  try {
    return JSON.parse(readDraft(name)?.values['waiting'] ?? 'null') as OutboxItem | null;
  } catch {
    return null;
  }
}
