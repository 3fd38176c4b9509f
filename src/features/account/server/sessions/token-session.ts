import { isBrowserRequest } from '#platform/server/auth/access.ts';
import type { Context } from '#platform/server/http/context.ts';
import { recordSecurityEvent } from '#platform/server/auth/security-events.ts';
import type { Principal } from '#platform/server/auth/access-tokens.ts';
import { formatPersonName } from '#platform/shared/person-name.ts';
import { fail, type TokenOwner } from '#features/account/shared/contract.ts';
import { type SessionWithPerson, findCurrentSession, startSession } from './session.ts';
import * as queries from './queries.ts';

type Ctx = Context<Principal | null>;

/** A session from a link's token is short, because it is for viewing a single page. */
const linkedSessionMs = 60 * 60_000;

async function findParentSession({ services, db }: Ctx, token: string) {
  const bearer = services.tokens.verify(token);
  const { affiliateId, sessionId: id } = bearer;
  const parent = await queries.findActiveSession.first(db, { affiliateId, id });
  // A session that was itself made from a token can't create others.
  if (!parent || parent.origin === 'link') throw fail('account.token_taken');
  return { bearer, parent };
}

/** The token's owner, for the page that asks before a link changes who is signed in. Doesn't redeem the token. */
export async function findTokenOwner(ctx: Ctx, token: string): Promise<TokenOwner> {
  const { bearer, parent } = await findParentSession(ctx, token);
  if ((await queries.findRedeemedToken.first(ctx.db, { tokenId: bearer.id })) !== undefined)
    throw fail('account.token_taken');
  const current = await findCurrentSession(ctx.services.env, ctx.db, ctx.request);
  const isOwner = current?.affiliate_id === parent.affiliate_id;
  return {
    given_name: parent.given_name,
    family_name: parent.family_name,
    masked_email: parent.email === null ? null : maskEmail(parent.email),
    browser: current === undefined ? 'nobody' : isOwner ? 'owner' : 'other',
    signed_in_name: current === undefined || isOwner ? null : formatSessionName(current),
  };
}

/**
 * Redeems a bearer token that came by a link. The new session doesn't outlive its parent. In a browser it changes who
 * is signed in only if `replace` says that the person has agreed: a link must not sign anyone in without their
 * knowledge. An app has no page that a link could open, so it needn't ask.
 */
export async function exchangeToken(ctx: Ctx, token: string, replace: boolean): Promise<SessionWithPerson> {
  const { services, db, request, reply } = ctx;
  const { bearer, parent } = await findParentSession(ctx, token);
  const current = await findCurrentSession(services.env, db, request);
  const isOwner = current?.affiliate_id === parent.affiliate_id;
  if (current && !isOwner && !replace) throw fail('account.other_session');
  if (!current && !replace && isBrowserRequest(request)) throw fail('account.link_unconfirmed');
  if (!(await queries.redeemToken(db, bearer.id, new Date(bearer.expiresAtMs)))) throw fail('account.token_taken');
  if (current && isOwner) return current;
  const { refresh_token: _r, expires_at: endsAt, origin: _o, has_second_factor: _f, ...person } = parent;
  const id = await startSession(services, db, request, reply, {
    affiliateId: person.affiliate_id,
    origin: 'link',
    parentId: parent.id,
    hasSecondFactor: parent.has_second_factor || parent.origin === 'command',
    lifetimeMs: Math.min(linkedSessionMs, endsAt.getTime() - ctx.now.getTime()),
  });
  await recordSecurityEvent(db, request, {
    kind: 'session.created_from_token',
    affiliateId: person.affiliate_id,
    sessionId: id,
    data: { parentSessionId: parent.id },
  });
  // A link is no proof of identity, so the session isn't confirmed.
  return { ...person, id, confirmed_at: null };
}

function formatSessionName({ given_name: givenName, family_name: familyName, language }: queries.SessionRow): string {
  return formatPersonName({ givenName, familyName }, language);
}

function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
