import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal({
  NODE_ENV: 'production',
  BASE_URL: 'https://portal.example',
  DEMO: 'false',
  RATE_LIMIT_PER_MIN: '50',
});

describe('production server', () => {
  it('rejects GraphQL introspection', async () => {
    const answer = await portal.graphql(null, getIntrospectionQuery());
    expect(answer.json().errors[0].extensions.code).toBe('request.malformed');
  });

  it('returns 404 for the outbox page', async () => {
    expect((await portal.request(null, 'GET', '/dev/outbox')).statusCode).toBe(404);
  });

  it('sends a strict content security policy and security headers with pages', async () => {
    const { headers } = await portal.app.inject({ url: '/training/dashboard', headers: { accept: 'text/html' } });
    expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[\w+/]+=';/);
    expect(headers['content-security-policy']).toContain("object-src 'none'");
    expect(headers['content-security-policy']).toContain('frame-src https://content.portal.example blob:;');
    expect(headers['strict-transport-security']).toContain('max-age=31536000');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('forbids scripts and framing for API responses', async () => {
    const { headers } = await portal.app.inject({ url: '/api/global/SupportedLanguages' });
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers['strict-transport-security']).toContain('max-age=31536000');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('sets the session as a __Host- cookie, and clears the cache at sign-out', async () => {
    const answer = await portal.graphql(
      null,
      'mutation { deleteSession { sub } }',
      {},
      { origin: 'https://portal.example' },
    );
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-session=;.*Path=\/; Expires=.*HttpOnly; Secure; SameSite=Lax/,
    );
    expect(answer.headers['clear-site-data']).toBe('"cache"');
  });

  it('returns 429 with Retry-After above the rate limit of one IP address', async () => {
    let last;
    for (let count = 0; count < 60; count++)
      last = await portal.app.inject({ url: '/api/global/SupportedLanguages', remoteAddress: '203.0.113.9' });
    expect(last?.statusCode).toBe(429);
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
    expect(last?.json().errors[0].code).toBe('rate.limited');
    expect(
      (await portal.app.inject({ url: '/api/global/SupportedLanguages', remoteAddress: '203.0.113.10' })).statusCode,
    ).toBe(200);
  });
});
