import { pipeline } from 'node:stream';
import { EncryptionContext } from '#platform/server/crypto/encryption-context.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { formatContentDisposition } from '#platform/server/http/content-disposition.ts';
import { FileReply } from '#platform/server/http/file-reply.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { takeRateLimitToken } from '#platform/server/http/rate-limit.ts';
import { createLink, redeemLink } from '#platform/server/auth/single-use-links.ts';
import { decryptStream, encryptionOverheadBytes } from '#platform/server/crypto/encrypted-stream.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { pickLocale } from '#platform/shared/locale.ts';
import { fail } from '#features/account/shared/contract.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import type { personalDataEndpoints } from '#features/account/shared/security-contract.ts';
import { requireManagedSubject, formatFullName, auditChange } from '#features/account/server/people/subject.ts';
import { cancelDeletion, assertCallerIdentity, requestDeletion } from './deletion.ts';
import { exportData } from './export.ts';
import { findExport, toDataExport, type ExportRow, insertExport } from './export-queries.ts';
import { findRecipient } from './notifications.ts';
import { exportPurpose } from '#features/account/server/encryption-purposes.ts';

const downloadPurpose = 'account.export';
const downloadLifetimeS = 300;
const exportsPerDay = { limit: 5, windowS: 86_400 };

async function requireExport({ db }: Context, affiliateId: number, id: string): Promise<ExportRow> {
  const row = await findExport.first(db, { affiliateId, id });
  if (row === undefined) throw failCall('not_found');
  return row;
}

export const personalDataHandlers: Handlers<typeof personalDataEndpoints> = {
  async 'POST user/{affiliateId}/exports'(ctx, { params }) {
    const subject = await requireManagedSubject(ctx, params.affiliateId);
    const { affiliateId } = subject;
    const row = await insertExport.first(ctx.db, { affiliateId, requestedBy: ctx.user.affiliateId });
    if (row === undefined) throw fail('account.export_running');
    const { allowed, retryAfterS } = await takeRateLimitToken(ctx.services.database.db, {
      key: `export:${affiliateId}`,
      ...exportsPerDay,
    });
    if (!allowed) throw failCall('rate.limited', { retryAfterS });
    await auditChange(ctx, subject, 'account.export_requested');
    await enqueue(ctx.db, exportData, { affiliateId, id: row.id });
    return toDataExport(row);
  },

  /** The progress contains no personal data, so polling by a guardian isn't audited. */
  async 'GET user/{affiliateId}/exports/{id}'(ctx, { params }) {
    const { affiliateId } = await requireManagedSubject(ctx, params.affiliateId);
    return toDataExport(await requireExport(ctx, affiliateId, params.id));
  },

  async 'POST user/{affiliateId}/exports/{id}/link'(ctx, { params }) {
    const subject = await requireManagedSubject(ctx, params.affiliateId);
    const { affiliateId } = subject;
    const { id, state } = await requireExport(ctx, affiliateId, params.id);
    if (state === 'waiting' || state === 'running') throw fail('account.export_running');
    if (state === 'expired') throw fail('account.download_expired');
    if (state !== 'ready') throw failCall('not_found');
    await auditChange(ctx, subject, 'account.export_downloaded');
    const data = { affiliateId, id };
    const token = await createLink(ctx.db, { purpose: downloadPurpose, data, lifetimeS: downloadLifetimeS });
    return { url: `${ctx.services.env.BASE_URL}/api/account/exports/${token}` };
  },

  async 'GET exports/{token}'({ db, services }, { params }) {
    const link = await redeemLink(db, params.token, downloadPurpose);
    if (link === null) throw fail('account.download_expired');
    const affiliateId = Number(link['affiliateId']);
    const row = await findExport.first(db, { affiliateId, id: String(link['id']) });
    const person = await findRecipient(db, affiliateId);
    const fileKey = row?.state === 'ready' ? row.fileKey : null;
    const file = fileKey === null ? null : await services.files.get(fileKey);
    if (row === undefined || fileKey === null || file === null) throw fail('account.download_expired');
    const day = toIsoDate(row.readyAt ?? row.requestedAt);
    const name = services.messages.format(pickLocale([person.language]), 'account.export.file_name', {
      name: formatFullName(person),
      day,
    });
    // A damaged file ends the response before its content length, so the client sees a failed download.
    const context = EncryptionContext.ofFile(exportPurpose, fileKey);
    const zip = pipeline(file.body, decryptStream(services.env.SECRET_KEYS, context), () => undefined);
    return new FileReply(zip, 'application/zip', {
      'content-length': String(file.bytes - encryptionOverheadBytes),
      'content-disposition': formatContentDisposition(`${name}.zip`, `${affiliateId}-${day}.zip`),
    });
  },

  async 'POST user/{affiliateId}/deletion'(ctx, { params, body }) {
    await requireManagedSubject(ctx, params.affiliateId);
    await assertCallerIdentity(ctx, body.password);
    const deletion = await ctx.services.database.inTransaction(ctx.correlationId, async (db) => {
      const transactionCtx = { ...ctx, db };
      return requestDeletion(transactionCtx, await requireManagedSubject(transactionCtx, params.affiliateId));
    });
    return { requestedAt: deletion.requestedAt.toISOString(), dueAt: deletion.dueAt.toISOString() };
  },

  async 'DELETE user/{affiliateId}/deletion'(ctx, { params }) {
    await cancelDeletion(ctx, await requireManagedSubject(ctx, params.affiliateId));
    return null;
  },
};
