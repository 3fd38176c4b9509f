import { currentToken } from '#platform/web/session/session.ts';
import { createRecordStore, type RecordStore } from './record-store.ts';

/** The last signed-in affiliate, who also owns input that is typed after the session has ended. */
let owner = 0;

function getOwner(): number {
  owner = currentToken()?.affiliateId ?? owner;
  return owner;
}

/** The server stores nothing for a browser. It renders pages for browsers without drafts. */
const emptyStore: RecordStore = {
  open: async () => undefined,
  read: () => null,
  write: () => false,
  delete: () => undefined,
  list: () => [],
  subscribe: () => () => undefined,
  flush: async () => undefined,
};

export const records: RecordStore =
  typeof window === 'undefined' ? emptyStore : createRecordStore({ getOwner, browser: window });
