import { currentToken } from '#platform/web/session/session.ts';
import { createRecordStore } from './record-store.ts';

/** The last signed-in affiliate, who also owns input that is typed after the session has ended. */
let owner = 0;

function getOwner(): number {
  owner = currentToken()?.affiliateId ?? owner;
  return owner;
}

export const records = createRecordStore({ getOwner, browser: window });
