import { appendAudit } from '../../../platform/server/audit.ts';
import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { uuidOf } from '../../../platform/server/uuid.ts';
import type { applicationCalls } from '../shared/contract.ts';
import { findApplication } from './finding.ts';
import * as sql from './notes-sql.ts';
import type { ApplicationRow } from './sql.ts';

type Calls = 'GET Applications/{id}/notes' | 'POST Applications/{id}/notes';

/** What the desk notes for itself; nobody else is shown it, unless they ask for all that is kept about them. */
export const noteHandlers: Pick<Handlers<typeof applicationCalls>, Calls> = {
  'GET Applications/{id}/notes': async (ctx, { params: { id } }) =>
    listNotes(ctx, (await findApplication(ctx, id)).row),

  'POST Applications/{id}/notes': async (ctx, { params: { id }, body: { key, text } }) => {
    const { db, user, now } = ctx;
    const { row } = await findApplication(ctx, id);
    const noteId = uuidOf(`note ${id} ${user.affiliateId} ${key}`);
    const [isNew] = await sql.insertNote(db, row.affiliateId, id, noteId, user.affiliateId, text, now);
    if (isNew !== undefined)
      await appendAudit(db, {
        actor: user.affiliateId,
        action: 'application.noted',
        subject: `application:${id}`,
        data: { applicant: row.affiliateId, noteId },
        correlationId: ctx.correlationId,
      });
    return listNotes(ctx, row);
  },
};

async function listNotes({ db }: Context, { id, affiliateId }: ApplicationRow) {
  const notes = await sql.listNotes(db, affiliateId, id);
  return notes.map(({ at, ...note }) => ({ ...note, date: at.toISOString() }));
}
