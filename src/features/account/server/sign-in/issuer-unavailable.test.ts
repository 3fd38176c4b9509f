import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { hashToken } from '#platform/server/crypto/secrets.ts';
import { insertSession } from '#features/account/server/sessions/queries.ts';

// No server listens on this port.
const portal = await testPortal({ BASE_URL: 'https://portal.test', OIDC_ISSUER: 'http://127.0.0.1:9/sso' });

describe('while the account service is unavailable', () => {
  it('deleteSession still works', async () => {
    await insertSession(portal.services.database.db, {
      affiliateId: 400_001,
      id: randomUUID(),
      origin: 'sign-in',
      secretHash: hashToken('secret'),
      refreshToken: null,
      issuerSessionId: null,
      parentId: null,
      userAgent: '',
      ip: '',
      expiresAt: new Date(Date.now() + 60_000),
      confirmedAt: null,
      credentialIds: [],
      hasSecondFactor: false,
    });
    const headers = { cookie: '__Host-session=400001.secret', origin: portal.env.BASE_URL };
    const answer = await portal.graphql(null, 'mutation { deleteSession { logout redirect_uri } }', {}, headers);
    expect(answer.json()).toEqual({ data: { deleteSession: { logout: true, redirect_uri: null } } });
    const after = await portal.graphql(null, '{ querySession { sub } }', {}, headers);
    expect(after.json()).toEqual({ data: { querySession: null } });
  });

  it('GET /auth/start redirects to the problem page', async () => {
    const answer = await portal.request(null, 'GET', '/auth/start');
    expect(answer.headers.location).toBe('/sso/problem?error=temporarily_unavailable');
  });
});
