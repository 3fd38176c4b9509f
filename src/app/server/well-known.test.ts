import { describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal({ NODE_ENV: 'production', BASE_URL: 'https://portal.example', DEMO: 'true' });
const get = (url: string, headers: Record<string, string> = {}) => portal.app.inject({ url, headers });

describe('well-known files', () => {
  it('disallow crawling of /api/ in robots.txt', async () => {
    const answer = await get('/robots.txt');
    expect(answer.headers['content-type']).toContain('text/plain');
    expect(answer.body).toMatch(/^User-agent: \*\nDisallow: \/api\/\n/);
    // A crawler that may not fetch a page never sees its noindex.
    expect(answer.body).not.toMatch(/card|sign/);
    // The sign-in page can be listed. Each interaction has its own URL, and the page names the common one.
    expect(answer.body).toContain('\nAllow: /sso/interaction/\n');
  });

  it('name the security contact with an expiry within a year', async () => {
    const { body } = await get('/.well-known/security.txt');
    expect(body).toMatch(/^Contact: mailto:security@bluewater\.example$/m);
    expect(body).toMatch(/^Canonical: https:\/\/portal\.example\/\.well-known\/security\.txt$/m);
    const daysLeft = (Date.parse(/^Expires: (.+)$/m.exec(body)?.[1] ?? '') - Date.now()) / 86_400_000;
    expect(daysLeft).toBeGreaterThan(90);
    expect(daysLeft).toBeLessThan(365);
  });

  it.each(['/card/abc', '/sign/abc', '/physician/abc', '/pay/abc'])('mark %s as noindex', async (url) => {
    const answer = await get(url, { accept: 'text/html' });
    expect(answer.headers['x-robots-tag']).toBe('noindex, nofollow');
    expect(answer.body).toContain('<meta name="robots" content="noindex, nofollow"');
  });

  it('allow indexing of other pages', async () => {
    const answer = await get('/login/sign-in', { accept: 'text/html' });
    expect(answer.headers['x-robots-tag']).toBeUndefined();
    expect(answer.body).not.toContain('noindex');
  });
});

describe('API documentation in production', () => {
  const statusOf = async (email: string | null, url: string) =>
    (await portal.app.inject({ url, headers: email === null ? {} : await portal.headersOf(email) })).statusCode;

  it.each(['/api/docs', '/api/openapi.json'])('at %s is for staff only', async (url) => {
    expect(await statusOf(null, url)).toBe(401);
    expect(await statusOf('diver@demo.test', url)).toBe(403);
    expect(await statusOf('instructor@demo.test', url)).toBe(403);
    expect(await statusOf('staff@demo.test', url)).toBe(200);
  });
});
