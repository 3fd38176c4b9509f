import type { RecordStore } from './record-store.ts';

/** Unsaved input of one document. It is stored when `write` returns, and deleted at sign-out. */
export interface DraftStorage<Content> {
  read: () => Content | null;
  /** Returns false when the browser's storage is full or unavailable. */
  write: (content: Content) => boolean;
  /** Deletes the draft, unless another tab has written it since it was read or written here. */
  delete: () => void;
  /** Reports changes of other tabs. */
  subscribe: (listener: () => void) => () => void;
}

/** With `outboxPrefix` in its name, another person's sign-in deletes the draft as well. */
export function createDraftStorage<Content>(
  store: Pick<RecordStore, 'read' | 'write' | 'delete' | 'subscribe'>,
  name: string,
): DraftStorage<Content> {
  return {
    read: () => (store.read(name)?.content ?? null) as Content | null,
    write: (content) => store.write(name, content),
    delete: () => store.delete(name),
    subscribe: store.subscribe,
  };
}
