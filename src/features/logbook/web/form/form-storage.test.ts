import { beforeEach, expect, it, vi } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { stubBrowser } from '#platform/testing/fake-browser.ts';
import { stubDocument } from '#platform/testing/stub-document.ts';
import { emptyValues } from './log-values.ts';

let browser: ReturnType<typeof stubBrowser>;

beforeEach(() => {
  browser = stubBrowser();
  stubDocument();
  const held = new Set<string>();
  const request = (name: string, _options: LockOptions, run: (lock: unknown) => unknown) => {
    if (held.has(name)) return run(null);
    held.add(name);
    return Promise.resolve(run({})).finally(() => held.delete(name));
  };
  vi.stubGlobal('navigator', { locks: { request } });
  vi.stubGlobal('window', browser.openTab());
  return () => vi.unstubAllGlobals();
});

/** Opens a form in a tab of affiliate 7. */
async function openForm(scope = 'new') {
  vi.resetModules();
  const [{ openFormStorage }, { setToken }] = await Promise.all([
    import('./form-storage.ts'),
    import('#platform/web/session/session.ts'),
  ]);
  setToken({
    token: 'a token',
    affiliateId: 7,
    role: 'diver',
    affiliateTypeId: affiliateType.diver,
    sub: '',
    givenName: '',
  });
  return openFormStorage(scope);
}

const titled = (dive_title: string) => ({ ...emptyValues, dive_title });
const unsaved = { key: 'key', version: 0, wasSent: false };

it('openFormStorage restores a draft only when the form that wrote it is gone', async () => {
  const first = await openForm();
  first.save({ ...unsaved, values: titled('Harbour') });
  const second = await openForm();
  expect(second.found).toBe(null);
  first.leave();
  await Promise.resolve();
  expect((await openForm()).found).toEqual({ ...unsaved, values: titled('Harbour') });
});
