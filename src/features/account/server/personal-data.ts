import { pipeline } from 'node:stream';
import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { FileReply } from '../../../platform/server/file-reply.ts';
import { enqueue } from '../../../platform/server/jobs.ts';
import { takeToken } from '../../../platform/server/limits.ts';
import { createLink, useLink } from '../../../platform/server/links.ts';
import { openStream, sealedExtraBytes } from '../../../platform/server/sealed-stream.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { pickLocale } from '../../../platform/shared/locale.ts';
import { fail } from '../shared/contract.ts';
import { canManageAccount } from '../shared/policy.ts';
import { dayOf } from '../shared/rules.ts';
import type { personalDataCalls } from '../shared/security-contract.ts';
import { demandSubject, fullNameOf, logChange, type Subject } from './acting.ts';
import { cancelDeletion, proveCaller, requestDeletion } from './deletion.ts';
import { exportData } from './export.ts';
import { describeExport, type ExportRow, insertExport, selectExport } from './export-sql.ts';
import { findReader } from './personal-data-mails.ts';
import { exportPurpose } from './sealed.ts';

const downloadPurpose = 'account.export';
const downloadLifetimeS = 300;
const exportsPerDay = { limit: 5, windowS: 86_400 };

/** Somebody's data and the end of their account are their own, or their guardian's; staff has no part in it. */
async function demandManaged(ctx: Context, affiliateId: number): Promise<Subject> {
  const subject = await demandSubject(ctx, affiliateId);
  if (!canManageAccount(subject.relation)) throw failCall('access.denied');
  return subject;
}

async function demandExport({ db }: Context, affiliateId: number, id: string): Promise<ExportRow> {
  const [row] = await selectExport(db, affiliateId, id);
  if (row === undefined) throw failCall('not_found');
  return row;
}

export const personalDataHandlers: Handlers<typeof personalDataCalls> = {
  async 'POST user/{affiliateId}/exports'(ctx, { params }) {
    const subject = await demandManaged(ctx, params.affiliateId);
    const { affiliateId } = subject;
    const [row] = await insertExport(ctx.db, affiliateId, ctx.user.affiliateId);
    if (row === undefined) throw fail('account.export_running');
    const { allowed, retryAfterS } = await takeToken(ctx.services.database.db, {
      key: `export:${affiliateId}`,
      ...exportsPerDay,
    });
    if (!allowed) throw failCall('rate.limited', { retryAfterS });
    await logChange(ctx, subject, 'account.export_requested');
    await enqueue(ctx.db, exportData, { affiliateId, id: row.id });
    return describeExport(row);
  },

  /** How far it is says nothing about the person, so a guardian who waits is not written down each time. */
  async 'GET user/{affiliateId}/exports/{id}'(ctx, { params }) {
    const { affiliateId } = await demandManaged(ctx, params.affiliateId);
    return describeExport(await demandExport(ctx, affiliateId, params.id));
  },

  async 'POST user/{affiliateId}/exports/{id}/link'(ctx, { params }) {
    const subject = await demandManaged(ctx, params.affiliateId);
    const { affiliateId } = subject;
    const { id, state } = await demandExport(ctx, affiliateId, params.id);
    if (state === 'waiting' || state === 'running') throw fail('account.export_running');
    if (state === 'expired') throw fail('account.download_expired');
    if (state !== 'ready') throw failCall('not_found');
    await logChange(ctx, subject, 'account.export_downloaded');
    const data = { affiliateId, id };
    const token = await createLink(ctx.db, { purpose: downloadPurpose, data, lifetimeS: downloadLifetimeS });
    return { url: `${ctx.services.env.BASE_URL}/api/account/exports/${token}` };
  },

  async 'GET exports/{token}'({ db, services }, { params }) {
    const link = await useLink(db, params.token, downloadPurpose);
    if (link === null) throw fail('account.download_expired');
    const affiliateId = Number(link['affiliateId']);
    const [row] = await selectExport(db, affiliateId, String(link['id']));
    const person = await findReader(db, affiliateId);
    const file = row?.state === 'ready' && row.file_key !== null ? await services.files.get(row.file_key) : null;
    if (row === undefined || file === null) throw fail('account.download_expired');
    const day = dayOf(row.ready_at ?? row.requested_at);
    const name = services.messages.format(pickLocale([person.language]), 'account.export.file_name', {
      name: fullNameOf(person),
      day,
    });
    // A damaged file ends the answer before its length: whoever downloads it sees that it failed.
    const zip = pipeline(file.body, openStream(services.env.SECRET_KEYS, exportPurpose), () => undefined);
    return new FileReply(zip, 'application/zip', {
      'content-length': String(file.bytes - sealedExtraBytes),
      'content-disposition': attachment(`${name}.zip`, `${affiliateId}-${day}.zip`),
    });
  },

  async 'POST user/{affiliateId}/deletion'(ctx, { params, body }) {
    await demandManaged(ctx, params.affiliateId);
    await proveCaller(ctx, body.password);
    const deletion = await ctx.services.database.inTransaction(ctx.correlationId, async (db) => {
      const within = { ...ctx, db };
      return requestDeletion(within, await demandManaged(within, params.affiliateId));
    });
    return { requestedAt: deletion.requested_at.toISOString(), dueAt: deletion.due_at.toISOString() };
  },

  async 'DELETE user/{affiliateId}/deletion'(ctx, { params }) {
    await cancelDeletion(ctx, await demandManaged(ctx, params.affiliateId));
    return null;
  },
};

/** The second name is for programs that know no other signs than those of ASCII. */
function attachment(name: string, plainName: string): string {
  // What a folder could take for a path, or a header for its end, is no part of a name; nor are marks of direction.
  const safe = name
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll(/[\p{Cc}/\\:*?"<>|]+/gu, ' ')
    .trim();
  const encoded = encodeURIComponent(safe).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plainName}"; filename*=UTF-8''${encoded}`;
}
