import { expect, it, vi } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { stubBrowser } from '#platform/testing/fake-browser.ts';
import { stubDocument } from '#platform/testing/stub-document.ts';

it('stores input for the last user after their session has ended', async () => {
  vi.resetModules();
  const { openTab } = stubBrowser();
  stubDocument();
  vi.stubGlobal('window', openTab());
  const [{ records }, { setToken }] = await Promise.all([
    import('./records.ts'),
    import('#platform/web/session/session.ts'),
  ]);
  const signIn = (affiliateId: number) =>
    setToken({
      token: 'a token',
      affiliateId,
      role: 'diver',
      affiliateTypeId: affiliateType.diver,
      sub: '',
      givenName: '',
    });
  signIn(7);
  records.write('profile', 'Oslo');
  setToken(null);
  records.write('profile', 'Voss');
  signIn(8);
  expect(records.read('profile')).toBe(null);
  signIn(7);
  expect(records.read('profile')?.content).toBe('Voss');
  vi.unstubAllGlobals();
});
