import { describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const typeOf = async (url: string, headers: Record<string, string>) => {
  const answer = await portal.app.inject({ url, headers });
  return `${answer.statusCode} ${String(answer.headers['content-type']).split(';')[0]}`;
};

describe('page route', () => {
  it('returns HTML for text/html, */* and no accept header', async () => {
    expect(await typeOf('/training/dashboard', { accept: 'text/html,image/avif;q=0.8' })).toBe('200 text/html');
    expect(await typeOf('/training/dashboard', { accept: '*/*' })).toBe('200 text/html');
    expect(await typeOf('/training/dashboard', {})).toBe('200 text/html');
  });

  it('returns 404 for other accept headers and below /api', async () => {
    expect(await typeOf('/training/dashboard', { accept: 'image/avif' })).toBe('404 application/json');
    expect(await typeOf('/api/nothing', { accept: 'text/html' })).toBe('404 application/json');
  });
});
