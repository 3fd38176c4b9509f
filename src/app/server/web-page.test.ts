import { describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const typeOf = async (url: string, headers: Record<string, string>) => {
  const answer = await portal.app.inject({ url, headers });
  return `${answer.statusCode} ${String(answer.headers['content-type']).split(';')[0]}`;
};

describe('an address of the portal', () => {
  it('is a page for whoever can read one, or does not say', async () => {
    expect(await typeOf('/training/dashboard', { accept: 'text/html,image/avif;q=0.8' })).toBe('200 text/html');
    expect(await typeOf('/training/dashboard', { accept: '*/*' })).toBe('200 text/html');
    expect(await typeOf('/training/dashboard', {})).toBe('200 text/html');
  });

  it('is none for whoever asks for something else, nor below /api', async () => {
    expect(await typeOf('/training/dashboard', { accept: 'image/avif' })).toBe('404 application/json');
    expect(await typeOf('/api/nothing', { accept: 'text/html' })).toBe('404 application/json');
  });
});
