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

/** Another page of the same browser, which somebody has signed in to. */
async function openTab(affiliateId: number | null = 7): Promise<Drafts> {
  vi.resetModules();
  const [drafts, drops, { setToken }] = await Promise.all([
    import('./drafts.ts'),
    import('./draft-cleanup.ts'),
    import('#platform/web/session/session.ts'),
  ]);
  setToken(
    affiliateId === null
      ? null
      : { token: 'a token', affiliateId, role: 'diver', affiliateTypeId: 1, sub: '', givenName: '' },
  );
  return { ...drafts, ...drops };
}

async function type(tab: Drafts, city: string): Promise<void> {
  vi.advanceTimersByTime(1_000);
  tab.saveDraft('profile', { values: { city }, version: 1 });
}
const cityIn = (tab: Drafts) => tab.readDraft('profile')?.values['city'];

describe('a draft', () => {
  it('is there for the next page, until it is dropped there', async () => {
    await type(await openTab(), 'Oslo');
    const next = await openTab();
    expect(cityIn(next)).toBe('Oslo');
    next.deleteDraft('profile');
    expect(cityIn(await openTab())).toBeUndefined();
  });

  it('is dropped by who wrote it last, and by no other tab', async () => {
    const [one, other] = [await openTab(), await openTab()];
    await type(one, 'Oslo');
    await type(other, 'Voss');
    one.deleteDraft('profile');
    expect(cityIn(await openTab())).toBe('Voss');
    other.deleteDraft('profile');
    expect(cityIn(await openTab())).toBeUndefined();
  });

  it('that somebody went on typing is not dropped by a tab that has read its beginning', async () => {
    const one = await openTab();
    await type(one, 'Vo');
    const other = await openTab();
    expect(cityIn(other)).toBe('Vo');
    await type(one, 'Voss');
    other.deleteDraft('profile');
    expect(cityIn(await openTab())).toBe('Voss');
  });

  it('is still of who typed it after their session has ended', async () => {
    const tab = await openTab(7);
    await type(tab, 'Oslo');
    const { setToken } = await import('#platform/web/session/session.ts');
    setToken(null);
    await type(tab, 'Voss');
    expect(cityIn(await openTab(7))).toBe('Voss');
  });

  it('is found by how its name begins, the newest first, and only by whose it is', async () => {
    const [tab, other] = [await openTab(7), await openTab(8)];
    const keep = async (name: string, on: Drafts) => {
      vi.advanceTimersByTime(1000);
      on.saveDraft(name, { values: {}, version: 1 });
    };
    await keep('log:1:a', tab);
    await keep('log:1:b', tab);
    await keep('log:2:a', tab);
    await keep('log:1:c', other);
    expect(tab.listDrafts('log:1:')).toEqual(['log:1:b', 'log:1:a']);
  });

  it('is nobody’s after a sign-out, even one by a page that knew nobody', async () => {
    await type(await openTab(7), 'Oslo');
    await type(await openTab(8), 'Voss');
    storage['theme'] = 'dark';
    (await openTab(null)).deleteAllDrafts();
    expect(Object.keys(storage)).toEqual(['theme']);
  });

  it('that would be sent by itself goes when somebody else signs in; what was typed waits for its owner', async () => {
    const tab = await openTab(7);
    await type(tab, 'Oslo');
    tab.saveDraft(`${tab.outboxPrefix}line`, { values: {}, version: 0 });
    tab.deleteOtherUsersOutbox(7);
    expect(tab.listDrafts(tab.outboxPrefix)).toEqual(['unsent:line']);
    // Whose number only begins like theirs is another.
    (await openTab(77)).deleteOtherUsersOutbox(77);
    const again = await openTab(7);
    expect([again.listDrafts(again.outboxPrefix), cityIn(again)]).toEqual([[], 'Oslo']);
  });
});
