import { setTimeout } from 'node:timers/promises';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { FileReply } from '#platform/server/http/file-reply.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { returnRateLimitToken, takeRateLimitToken } from '#platform/server/http/rate-limit.ts';
import { getIpNetwork } from '#platform/server/http/ip-network.ts';
import { decryptFile } from '#platform/server/crypto/secrets.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { parseCardCode } from '#features/certifications/shared/card-code.ts';
import { type eCardEndpoints, fail } from '#features/certifications/shared/contract.ts';
import type { DrawnCard } from './card-document.ts';
import {
  cardFilePurpose,
  type CardFileRequest,
  findCardFiles,
  findCardToRender,
  makeCardFilesJob,
} from './make-card-files.ts';
import { deleteOutdatedFiles } from './delete-card-files.ts';
import { ensureCardSigned, ensureSigned } from '#features/certifications/server/credentials/ensure-signed.ts';
import * as queries from '#features/certifications/server/queries.ts';
import { findCardSubject } from '#features/certifications/server/card-subject.ts';
import { makePass } from './wallet.ts';

/** Limits guessing; a person with a card types few codes. */
const codeLookupLimit = { limit: 30, windowS: 600 };
const retryAfterS = 2;
/** Requests within this window share one job. */
const jobWindowMs = 30_000;

const contentTypes = { png: 'image/png', pdf: 'application/pdf' } as const;

/** The signed card, or an error while signing is pending. */
async function requireSignedCard(ctx: Context, affiliateId: number, licenseID: number) {
  const listed = await queries.findCard.first(ctx.db, { affiliateId, licenseID, today: toIsoDate(ctx.now) });
  if (listed === undefined) throw fail('certifications.no_card');
  if (listed.isRevoked) throw fail('certifications.revoked');
  const card = await findCardToRender.first(ctx.db, { affiliateId, licenseID });
  if (card === undefined) throw fail('certifications.no_card');
  if (card.credential !== null) return { ...card, credential: card.credential };
  await ensureSigned(ctx, card);
  throw fail('certifications.not_ready', { retryAfterS });
}

type SignedCard = Awaited<ReturnType<typeof requireSignedCard>>;

/** Queues the requested files and deletes outdated ones. */
async function enqueueCardFiles(
  { services, now, correlationId }: Context,
  request: CardFileRequest,
  card: DrawnCard,
  digest: string,
): Promise<void> {
  const id = `${request.licenseID} ${digest} ${Math.floor(now.getTime() / jobWindowMs)}`;
  await services.database.inTransaction(correlationId, async (db) => {
    await deleteOutdatedFiles(services, db, request.licenseID, card, (other) => other === digest);
    await enqueue(db, makeCardFilesJob, request, { id });
  });
}

/** Rendering usually takes less than a second, so the caller gets the file instead of an error and a second request. */
const renderWaitMs = 1_500;
const renderPollMs = 100;

async function waitForCardFile(ctx: Context, card: SignedCard, request: CardFileRequest) {
  for (let leftMs = renderWaitMs; leftMs > 0; leftMs -= renderPollMs) {
    await setTimeout(renderPollMs);
    const { file } = await findCardFiles(ctx.services, ctx.db, card, request);
    if (file) return file;
  }
  throw fail('certifications.not_ready', { retryAfterS });
}

export const cardFileHandlers: Pick<
  Handlers<typeof eCardEndpoints>,
  'GET cards/{licenseID}/file' | 'GET cards/{licenseID}/wallet/{kind}' | 'GET codes/{code}'
> = {
  'GET cards/{licenseID}/file': async (ctx, { params: { licenseID }, query }) => {
    const { files, env } = ctx.services;
    const { affiliateId, logReading } = await findCardSubject(ctx, query.affiliateId);
    const card = await requireSignedCard(ctx, affiliateId, licenseID);
    const request = { affiliateId, licenseID, culture: query.culture };
    const { document, photo, file } = await findCardFiles(ctx.services, ctx.db, card, request);
    const read = async ({ pngKey, pdfKey }: NonNullable<typeof file>) => {
      const key = query.format === 'png' ? pngKey : pdfKey;
      const stored = await files.read(key);
      return stored && decryptFile(env.SECRET_KEYS, cardFilePurpose, key, stored);
    };
    let bytes = file && (await read(file));
    if (!bytes) {
      const drawn = { ...card, photoId: photo?.id ?? null };
      await enqueueCardFiles(ctx, { ...request, culture: document.locale }, drawn, document.digest);
      bytes = await read(await waitForCardFile(ctx, card, request));
    }
    if (!bytes) throw fail('certifications.not_ready', { retryAfterS });
    await logReading('card');
    return new FileReply(bytes, contentTypes[query.format], {
      'content-disposition': `attachment; filename="ecard-${licenseID}.${query.format}"`,
    });
  },

  'GET cards/{licenseID}/wallet/{kind}': async (ctx, { params: { licenseID, kind }, query }) => {
    const { affiliateId, logReading } = await findCardSubject(ctx, query.affiliateId);
    const card = await requireSignedCard(ctx, affiliateId, licenseID);
    // A credential about to be replaced must not be stored in a wallet for years.
    if (!(await ensureSigned(ctx, card))) throw fail('certifications.not_ready', { retryAfterS });
    const pass = await makePass(ctx, kind, card, query.culture);
    await logReading('card');
    return pass;
  },

  'GET codes/{code}': async (ctx, { params }) => {
    const { db, now, services, request } = ctx;
    const counters = services.database.db;
    const key = `certifications.code:${getIpNetwork(request.ip)}`;
    const { allowed, retryAfterS: waitS } = await takeRateLimitToken(counters, { key, ...codeLookupLimit });
    if (!allowed) throw failCall('rate.limited', { retryAfterS: waitS });
    // Malformed codes are looked up as well, so the response time reveals nothing.
    const code = parseCardCode(params.code) ?? '';
    const row = await queries.findCardByCode.first(db, { code, today: toIsoDate(now) });
    if (row === undefined) throw fail('certifications.no_card');
    // Known codes aren't guesses and don't count against the limit.
    await returnRateLimitToken(counters, key);
    if (row.credential !== null) return { credential: row.credential };
    await ensureCardSigned(ctx, row.affiliateId, row.licenseID);
    throw fail('certifications.not_ready', { retryAfterS });
  },
};
