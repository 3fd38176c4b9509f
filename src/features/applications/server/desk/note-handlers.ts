import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import type { applicationEndpoints } from '#features/applications/shared/contract.ts';
import { findApplication } from '#features/applications/server/find-application.ts';
import * as queries from './note-queries.ts';
import type { ApplicationRow } from '#features/applications/server/queries.ts';

type Endpoints = 'GET Applications/{id}/notes' | 'POST Applications/{id}/notes';

/** Internal notes of the desk. Applicants see them only in an export of their personal data. */
export const noteHandlers: Pick<Handlers<typeof applicationEndpoints>, Endpoints> = {
  'GET Applications/{id}/notes': async (ctx, { params: { id } }) =>
    listNotes(ctx, (await findApplication(ctx, id)).row),

  'POST Applications/{id}/notes': async (ctx, { params: { id }, body: { key, text } }) => {
    const { db, user, now } = ctx;
    const { row } = await findApplication(ctx, id);
    const noteId = createUuidFromText(`note ${id} ${user.affiliateId} ${key}`);
    const { affiliateId } = row;
    const note = { affiliateId, applicationId: id, id: noteId, byId: user.affiliateId, text, now };
    if ((await queries.insertNote.first(db, note)) !== undefined)
      await appendAudit(db, {
        actor: user.affiliateId,
        action: 'application.noted',
        subject: `application:${id}`,
        data: { applicant: affiliateId, noteId },
        correlationId: ctx.correlationId,
      });
    return listNotes(ctx, row);
  },
};

async function listNotes({ db }: Context, { id, affiliateId }: ApplicationRow) {
  const notes = await queries.listNotes(db, { affiliateId, applicationId: id });
  return notes.map(({ at, ...note }) => ({ ...note, date: at.toISOString() }));
}
