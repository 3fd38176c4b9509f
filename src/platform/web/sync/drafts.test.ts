import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubDocument } from '#platform/testing/stub-document.ts';
import { stubLocalStorage } from '#platform/testing/stub-storage.ts';

type Drafts = typeof import('./drafts.ts') & typeof import('./draft-cleanup.ts');

let storage: Record<string, string>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  storage = stubLocalStorage();
  stubDocument();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

/** Opens another tab of the same browser, signed in as this affiliate. */
async function openTab(affiliateId: number | null = 7): Promise<Drafts> {
  vi.resetModules();
  const [drafts, cleanup, { setToken }] = await Promise.all([
    import('./drafts.ts'),
    import('./draft-cleanup.ts'),
    import('#platform/web/session/session.ts'),
  ]);
  setToken(
    affiliateId === null
      ? null
      : { token: 'a token', affiliateId, role: 'diver', affiliateTypeId: 1, sub: '', givenName: '' },
  );
  return { ...drafts, ...cleanup };
}

async function type(tab: Drafts, city: string): Promise<void> {
  vi.advanceTimersByTime(1_000);
  tab.saveDraft('profile', { values: { city }, version: 1 });
}
const cityIn = (tab: Drafts) => tab.readDraft('profile')?.values['city'];

describe('drafts', () => {
  it('restores a draft in the next tab until it is deleted there', async () => {
    await type(await openTab(), 'Oslo');
    const next = await openTab();
    expect(cityIn(next)).toBe('Oslo');
    next.deleteDraft('profile');
    expect(cityIn(await openTab())).toBeUndefined();
  });

  it('deletes a draft only from the tab that wrote it last', async () => {
    const [first, second] = [await openTab(), await openTab()];
    await type(first, 'Oslo');
    await type(second, 'Voss');
    first.deleteDraft('profile');
    expect(cityIn(await openTab())).toBe('Voss');
    second.deleteDraft('profile');
    expect(cityIn(await openTab())).toBeUndefined();
  });

  it('does not delete a draft that another tab changed after it was read', async () => {
    const first = await openTab();
    await type(first, 'Vo');
    const second = await openTab();
    expect(cityIn(second)).toBe('Vo');
    await type(first, 'Voss');
    second.deleteDraft('profile');
    expect(cityIn(await openTab())).toBe('Voss');
  });

  it('saves a draft for the last user after their session has ended', async () => {
    const tab = await openTab(7);
    await type(tab, 'Oslo');
    const { setToken } = await import('#platform/web/session/session.ts');
    setToken(null);
    await type(tab, 'Voss');
    expect(cityIn(await openTab(7))).toBe('Voss');
  });

  it('lists the own drafts with a prefix, newest first', async () => {
    const [tab, second] = [await openTab(7), await openTab(8)];
    const save = async (name: string, on: Drafts) => {
      vi.advanceTimersByTime(1000);
      on.saveDraft(name, { values: {}, version: 1 });
    };
    await save('log:1:a', tab);
    await save('log:1:b', tab);
    await save('log:2:a', tab);
    await save('log:1:c', second);
    expect(tab.listDrafts('log:1:')).toEqual(['log:1:b', 'log:1:a']);
  });

  it('deletes the drafts of all users at sign-out, even from a tab without a session', async () => {
    await type(await openTab(7), 'Oslo');
    await type(await openTab(8), 'Voss');
    storage['theme'] = 'dark';
    (await openTab(null)).deleteAllDrafts();
    expect(Object.keys(storage)).toEqual(['theme']);
  });

  it('deletes unsent changes but no drafts of another user at sign-in', async () => {
    const tab = await openTab(7);
    await type(tab, 'Oslo');
    tab.saveDraft(`${tab.outboxPrefix}line`, { values: {}, version: 0 });
    tab.deleteOtherUsersOutbox(7);
    expect(tab.listDrafts(tab.outboxPrefix)).toEqual(['unsent:line']);
    // Affiliate 77 must not match the prefix of affiliate 7.
    (await openTab(77)).deleteOtherUsersOutbox(77);
    const reopened = await openTab(7);
    expect([reopened.listDrafts(reopened.outboxPrefix), cityIn(reopened)]).toEqual([[], 'Oslo']);
  });
});
