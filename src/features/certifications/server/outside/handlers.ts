import type { Handlers } from '#platform/server/http/endpoints.ts';
import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import { FileReply } from '#platform/server/http/file-reply.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { toCardDate } from '#features/certifications/shared/card-date.ts';
import { type eCardEndpoints, fail, type OutsideCertification } from '#features/certifications/shared/contract.ts';
import { parseCertDate } from '#features/certifications/server/certify.ts';
import { preparePicture, readPicture, storePicture } from './picture-files.ts';
import * as queries from './queries.ts';

const maxOutside = 50;

export const toOutsideCertification = ({ fileKey, certDate, ...row }: queries.OutsideRow): OutsideCertification => ({
  id: row.id,
  agency: row.agency,
  level: row.level,
  number: row.number,
  certDate: certDate === null ? null : toCardDate(certDate),
  hasPicture: fileKey !== null,
  status: row.status,
  reason: row.reason,
  equivalentLevelID: row.equivalentLevelID,
});

export const outsideHandlers: Pick<
  Handlers<typeof eCardEndpoints>,
  'GET outside' | 'POST outside' | 'POST outside/{id}/picture' | 'GET outside/{id}/picture' | 'DELETE outside/{id}'
> = {
  'GET outside': async ({ db, user: { affiliateId } }) =>
    (await queries.listOutside(db, { affiliateId })).map(toOutsideCertification),

  'POST outside': async ({ db, user: { affiliateId }, now }, { body }) => {
    const certDate = body.certDate === null ? null : parseCertDate(body.certDate, toIsoDate(now));
    await queries.lockOwner(db, { affiliateId });
    const stored = await queries.countOutside.first(db, { affiliateId });
    if (stored === undefined || stored.count >= maxOutside) throw fail('certifications.too_many');
    const row = await queries.insertOutside.first(db, { ...body, affiliateId, certDate });
    if (row === undefined) throw new Error('inserting the outside certification returned no row');
    return toOutsideCertification(row);
  },

  'POST outside/{id}/picture': async (ctx, { params: { id }, file }) => {
    const { services } = ctx;
    const { affiliateId } = ctx.user;
    const known = await queries.findOutside.first(ctx.db, { affiliateId, id });
    if (known === undefined) throw failCall('not_found');
    const fileKey = await storePicture(services, affiliateId, await preparePicture(file));
    return services.database.inTransaction(ctx.correlationId, async (db) => {
      const row = await queries.updatePicture.first(db, { affiliateId, id, fileKey });
      // The certification was deleted during processing; the sweep job deletes the file.
      if (row === undefined) throw failCall('not_found');
      if (row.formerKey !== null) await enqueueFileDeletion(db, [row.formerKey]);
      return toOutsideCertification(row);
    });
  },

  'GET outside/{id}/picture': async ({ db, user: { affiliateId }, services }, { params: { id } }) => {
    const row = await queries.findOutside.first(db, { affiliateId, id });
    const jpeg = row && row.fileKey !== null && (await readPicture(services, row.fileKey));
    if (!jpeg) throw failCall('not_found');
    return new FileReply(jpeg, 'image/jpeg');
  },

  'DELETE outside/{id}': async ({ db, user: { affiliateId } }, { params: { id } }) => {
    const deleted = await queries.deleteOutside.first(db, { affiliateId, id });
    if (deleted === undefined) throw failCall('not_found');
    if (deleted.fileKey !== null) await enqueueFileDeletion(db, [deleted.fileKey]);
    return null;
  },
};
