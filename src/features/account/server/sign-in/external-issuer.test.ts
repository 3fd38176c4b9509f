import { afterAll, describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { startExternalIssuer } from './external-issuer-testing.ts';
import { createBrowser } from '#features/account/server/sessions/session-testing.ts';

const issuer = await startExternalIssuer();
afterAll(() => issuer.close());
const portal = await testPortal({ OIDC_ISSUER: issuer.address });

let count = 0;
const newClaims = () => {
  count += 1;
  return { sub: `outside|${count}`, email: `outside-${count}@example.test`, given_name: 'Noor', family_name: 'Haddad' };
};
const nowS = () => Math.floor(Date.now() / 1_000);

interface Session {
  token: string;
  email_verified: boolean;
  user: { affiliate_id: number };
}

/** Signs in through the issuer with the given claims. */
async function signIn(claims: Record<string, unknown>, start = '/auth/start?returnTo=/logbook') {
  issuer.claims = claims;
  const browser = createBrowser(portal);
  const started = await browser.visit('GET', start);
  const atIssuer = await fetch(String(started.headers.location), { redirect: 'manual' });
  const callback = await browser.visit('GET', atIssuer.headers.get('location') ?? '');
  const { data } = (await browser.graphql('{ querySession { token email_verified user { affiliate_id } } }')) as {
    data: { querySession: Session | null };
  };
  if (data.querySession === null) throw new Error(`not signed in, but at ${String(callback.headers.location)}`);
  const { token, email_verified: isVerified, user } = data.querySession;
  const headers = { authorization: `Bearer ${token}`, 'affiliate-id': String(user.affiliate_id) };
  const codeOf = async (url: string, payload: object = {}) =>
    (await portal.app.inject({ method: 'POST', url, headers, payload })).json<{ errors?: { code: string }[] } | null>()
      ?.errors?.[0]?.code;
  return { browser, isVerified, affiliateId: user.affiliate_id, location: callback.headers.location, codeOf };
}

describe('an account of an external issuer', () => {
  it('is verified when the issuer says so', async () => {
    const { isVerified, codeOf, location, browser } = await signIn({ ...newClaims(), email_verified: true });
    expect([isVerified, location]).toEqual([true, '/logbook']);
    expect(await codeOf('/api/shop/checkout')).not.toBe('identity.email_unverified');
    expect(browser.cookies.has('confirm-email')).toBe(false);
  });

  it.each<[string, Record<string, unknown>]>([
    ['says it is not', { email_verified: false }],
    ['says nothing', {}],
    ['says something unreadable', { email_verified: 'perhaps' }],
  ])('is unverified when the issuer %s', async (_what, extraClaims) => {
    const { isVerified, codeOf, browser } = await signIn({ ...newClaims(), ...extraClaims });
    expect(isVerified).toBe(false);
    expect(await codeOf('/api/shop/checkout')).toBe('identity.email_unverified');
    // Only the issuer can verify it: no code is sent, and no dialog opens.
    expect(await codeOf('/api/account/email-verification/send')).toBe('account.email_elsewhere');
    expect(browser.cookies.has('confirm-email')).toBe(false);
  });

  it('follows the issuer at each sign-in; a missing claim or another address changes nothing', async () => {
    const claims = newClaims();
    const seen: boolean[] = [];
    for (const extraClaims of [
      { email_verified: false },
      { email_verified: true },
      {},
      { email_verified: false, email: 'other@example.test' },
      { email_verified: false },
    ])
      seen.push((await signIn({ ...claims, ...extraClaims })).isVerified);
    expect(seen).toEqual([false, true, true, true, false]);
  });
});

describe('staff of an external issuer', () => {
  async function staffClaims() {
    const claims = newClaims();
    await signIn(claims);
    await portal.services.database.pool.query(
      `update person set affiliate_type_id = ${affiliateType.staff} where sub = $1`,
      [claims.sub],
    );
    return claims;
  }

  it.each([
    ['nothing', {}],
    ['a password', { amr: ['pwd'] }],
    ['malformed', { amr: 'mfa' }],
  ])('are rejected without a redirect loop when amr is %s', async (_what, extraClaims) => {
    const claims = await staffClaims();
    await expect(signIn({ ...claims, ...extraClaims })).rejects.toThrow('/sso/problem?error=second_factor_required');
    await portal.services.securityEvents.flush();
    const { rows } = await portal.services.database.pool.query(
      `select kind from security_log join person using (affiliate_id) where sub = $1 and kind <> 'sign_in.succeeded'`,
      [claims.sub],
    );
    expect(rows).toEqual([{ kind: 'sign_in.second_factor_failed' }]);
  });

  it('are signed in when amr contains mfa', async () => {
    const claims = await staffClaims();
    const { location } = await signIn({ ...claims, amr: ['pwd', 'mfa'], auth_time: nowS() });
    expect(location).toBe('/logbook');
  });
});

describe('a recent confirmation by an external issuer', () => {
  const exportOf = async (authTime: Record<string, unknown>) => {
    const { codeOf, affiliateId } = await signIn({ ...newClaims(), email_verified: true, ...authTime });
    return codeOf(`/api/account/user/${affiliateId}/exports`);
  };

  it('is taken from auth_time', async () => {
    expect(await exportOf({ auth_time: nowS() - 60 })).toBeUndefined();
    expect(await exportOf({ auth_time: nowS() - 11 * 60 })).toBe('identity.confirm_required');
  });

  it('is not assumed without auth_time', async () => {
    expect(await exportOf({})).toBe('identity.confirm_required');
  });

  it('does not last longer if the issuer’s clock is ahead', async () => {
    const { affiliateId } = await signIn({ ...newClaims(), auth_time: nowS() + 3_600 });
    const { rows } = await portal.services.database.pool.query<{ isPast: boolean }>(
      'select confirmed_at <= now() as "isPast" from session where affiliate_id = $1',
      [affiliateId],
    );
    expect(rows).toEqual([{ isPast: true }]);
  });

  it('requests auth_time with max_age, and a new sign-in with prompt', async () => {
    await signIn(newClaims());
    expect(issuer.lastQuery.get('max_age')).toBe(String(portal.env.SESSION_MAX_HOURS * 3_600));
    expect(issuer.lastQuery.get('prompt')).toBeNull();
    await signIn(newClaims(), '/auth/start?prompt=login&returnTo=/account');
    expect(issuer.lastQuery.get('prompt')).toBe('login');
  });

  it('returns account.password_elsewhere for a password', async () => {
    const { codeOf } = await signIn(newClaims());
    expect(await codeOf('/api/account/confirm-identity', { password: 'Diver123' })).toBe('account.password_elsewhere');
  });
});
