import { beforeEach, expect, it, vi } from 'vitest';
import { watchRestoredPages } from './restored-page.ts';
import { setRefreshHandler, setToken } from './session.ts';

const token = { token: 'x', affiliateId: 1, role: 'diver', affiliateTypeId: 1, sub: '', givenName: '' } as const;
let show: (event: { persisted: boolean }) => void;

beforeEach(() => {
  vi.stubGlobal('document', { body: { hidden: false } });
  vi.stubGlobal('addEventListener', (_type: string, listener: typeof show) => (show = listener));
  setToken(token);
  watchRestoredPages();
  return () => {
    setToken(null);
    vi.unstubAllGlobals();
  };
});

it('hides a restored page with its dialogs until the session is confirmed', async () => {
  const answer = Promise.withResolvers<typeof token>();
  setRefreshHandler(() => answer.promise);
  show({ persisted: true });
  expect(document.body.hidden).toBe(true);
  answer.resolve(token);
  await expect.poll(() => document.body.hidden).toBe(false);
});

it('leaves a new page and the page of a visitor as they are', () => {
  show({ persisted: false });
  expect(document.body.hidden).toBe(false);
  setToken(null);
  show({ persisted: true });
  expect(document.body.hidden).toBe(false);
});
