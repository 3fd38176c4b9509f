import { beforeEach, expect, it, vi } from 'vitest';

const token = { token: 'x', affiliateId: 1, role: 'diver', affiliateTypeId: 1, sub: '', givenName: '' } as const;
const reload = vi.fn<() => void>();
let page = new EventTarget();
let { setRefreshHandler, setToken } = await import('./session.ts');
const dispatch = (type: string, persisted: boolean) =>
  page.dispatchEvent(Object.assign(new Event(type), { persisted }));

beforeEach(async () => {
  // A page that has shown a person stays personal, so each test has its own.
  vi.resetModules();
  ({ setRefreshHandler, setToken } = await import('./session.ts'));
  const { watchRestoredPages } = await import('./restored-page.ts');
  page = new EventTarget();
  reload.mockReset();
  vi.stubGlobal('document', { body: { hidden: false } });
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  watchRestoredPages();
  return () => void vi.unstubAllGlobals();
});

it('leaves a new page and the page of a visitor as they are', () => {
  dispatch('pageshow', false);
  dispatch('pagehide', true);
  dispatch('pageshow', true);
  expect(document.body.hidden).toBe(false);
  setToken(token);
  dispatch('pagehide', false);
  expect(document.body.hidden).toBe(false);
});

it('hides a page with its dialogs before it is stored, until the session is confirmed', async () => {
  setToken(token);
  const answer = Promise.withResolvers<typeof token>();
  setRefreshHandler(() => answer.promise);
  dispatch('pagehide', true);
  expect(document.body.hidden).toBe(true);
  dispatch('pageshow', true);
  expect(document.body.hidden).toBe(true);
  answer.resolve(token);
  await expect.poll(() => document.body.hidden).toBe(false);
});

it('reloads the page of a person who has signed out in it', () => {
  setToken(token);
  setToken(null);
  dispatch('pagehide', true);
  dispatch('pageshow', true);
  expect(document.body.hidden).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
});

it('reloads when the session cannot be checked', async () => {
  setToken(token);
  setRefreshHandler(() => Promise.reject(new Error('offline')));
  dispatch('pageshow', true);
  await expect.poll(() => reload.mock.calls.length).toBe(1);
  expect(document.body.hidden).toBe(true);
});
