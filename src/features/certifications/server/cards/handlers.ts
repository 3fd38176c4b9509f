import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { createLink, peekLink } from '#platform/server/auth/single-use-links.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { type eCardEndpoints, fail } from '#features/certifications/shared/contract.ts';
import { checkCredential, packCredential } from '#features/certifications/shared/credential.ts';
import { findLevel } from '#domain/certification-levels.ts';
import { listPublicKeys } from '#features/certifications/server/credentials/signing-keys.ts';
import { createPhotoLink } from './photo-link.ts';
import { deleteCardFiles } from './delete-card-files.ts';
import { ensureCardSigned } from '#features/certifications/server/credentials/ensure-signed.ts';
import { pickCulture, toCardInfo } from '#features/certifications/server/card-info.ts';
import * as queries from '#features/certifications/server/queries.ts';
import { publishRevocation } from '#features/certifications/server/credentials/status-list.ts';
import { resolveSubject } from '#features/certifications/server/card-subject.ts';
import { notifyRevoked } from '#features/certifications/server/notifications.ts';
import { listWallets } from './wallet.ts';

const purpose = 'card-share';
const dayS = 86_400;

async function requireCard({ db, now }: Pick<Context, 'db' | 'now'>, affiliateId: number, licenseID: number) {
  const row = await queries.findCard.first(db, { affiliateId, licenseID, today: toIsoDate(now) });
  if (row === undefined) throw fail('certifications.no_card');
  return row;
}

const buildVerifyUrl = (baseUrl: string, credential: string) => `${baseUrl}/verify#${packCredential(credential)}`;

export const cardHandlers: Pick<
  Handlers<typeof eCardEndpoints>,
  | 'GET cards/{licenseID}'
  | 'POST cards/{licenseID}/share'
  | 'DELETE cards/{licenseID}/share'
  | 'GET shared/{token}'
  | 'POST cards/{licenseID}/revoke'
> = {
  'GET cards/{licenseID}': async (ctx, { params, query }) => {
    const { env, messages } = ctx.services;
    const affiliateId = await resolveSubject(ctx, query.affiliateId, 'card');
    // An outdated credential is being replaced and is no longer shown.
    const isSigned = await ensureCardSigned(ctx, affiliateId, params.licenseID);
    const row = await requireCard(ctx, affiliateId, params.licenseID);
    const info = toCardInfo(messages, pickCulture(query.culture, row.language), row);
    if (info === null) throw fail('certifications.no_card');
    const { credential, shareVersion: _version, language: _language, ...card } = row;
    return {
      ...card,
      ...info,
      diverNumber: String(row.affiliateId),
      verifyUrl: credential === null || !isSigned ? null : buildVerifyUrl(env.BASE_URL, credential),
      wallets: listWallets(env),
    };
  },

  'POST cards/{licenseID}/share': async (ctx, { params: { licenseID }, body: { days } }) => {
    const { affiliateId } = ctx.user;
    const { isRevoked, shareVersion } = await requireCard(ctx, affiliateId, licenseID);
    if (isRevoked) throw fail('certifications.revoked');
    const lifetimeS = days * dayS;
    const data = { affiliateId, licenseID, version: shareVersion };
    const token = await createLink(ctx.db, { purpose, data, lifetimeS });
    return {
      url: `${ctx.services.env.BASE_URL}/card/${token}`,
      expiresAt: new Date(ctx.now.getTime() + lifetimeS * 1000).toISOString(),
    };
  },

  'DELETE cards/{licenseID}/share': async ({ db, user }, { params }) => {
    const { licenseID } = params;
    const row = await queries.revokeShares.first(db, { affiliateId: user.affiliateId, licenseID });
    if (row === undefined) throw fail('certifications.no_card');
    return null;
  },

  'GET shared/{token}': async (ctx, { params: { token } }) => {
    const shared = await peekLink(ctx.db, token, purpose);
    if (shared === null) throw fail('certifications.link_over');
    const [affiliateId, licenseID] = [Number(shared['affiliateId']), Number(shared['licenseID'])];
    const row = await queries.findCard.first(ctx.db, { affiliateId, licenseID, today: toIsoDate(ctx.now) });
    if (row === undefined || row.shareVersion !== shared['version']) throw fail('certifications.link_over');
    if (row.credential === null) {
      await ensureCardSigned(ctx, affiliateId, licenseID);
      throw fail('certifications.not_ready');
    }
    // The credential is omitted: it would give permanent access, while this link expires.
    const verdict = await checkCredential(row.credential, await listPublicKeys(ctx.db), () => row.isRevoked);
    if (!('card' in verdict)) throw new Error('stored credential has no valid signature');
    const isRevoked = verdict.state === 'revoked';
    const photoURL = isRevoked ? null : await createPhotoLink(ctx, affiliateId);
    return { isRevoked, card: verdict.card, photoURL };
  },

  'POST cards/{licenseID}/revoke': async (ctx, { params: { licenseID }, body: { reason } }) => {
    const { db, services } = ctx;
    const row = await queries.lockAnyCard.first(db, { licenseID });
    const level = findLevel(row?.levelID ?? Number.NaN);
    if (row === undefined || level === undefined) throw fail('certifications.no_card');
    if (row.isRevoked) throw fail('certifications.revoked');
    const { affiliateId, levelID, language } = row;
    await queries.markRevoked(db, { affiliateId, licenseID, reason });
    await publishRevocation(db, affiliateId, licenseID);
    await deleteCardFiles(db, affiliateId, licenseID);
    await notifyRevoked(services, db, { affiliateId, licenseID, level, language, reason });
    await appendAudit(db, {
      actor: ctx.user.affiliateId,
      action: 'certification.revoked',
      subject: `person:${affiliateId}`,
      data: { licenseID, levelID, reason },
      correlationId: ctx.correlationId,
    });
    const info = toCardInfo(services.messages, ctx.locale, { ...row, isRevoked: true });
    if (info === null) throw fail('certifications.no_card');
    return info;
  },
};
