import { beforeEach, expect, it, vi } from 'vitest';
import { setToken } from '#platform/web/session/session.ts';
import { holdFiles, takeSharedFiles } from './shared-files.ts';

/** A fake CacheStorage with the methods that the module uses. */
let stores: Map<string, Map<string, Response>>;

beforeEach(() => {
  stores = new Map();
  vi.stubGlobal('caches', {
    has: async (name: string) => stores.has(name),
    delete: async (name: string) => stores.delete(name),
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      return {
        put: async (path: string, response: Response) => void store.set(path, response),
        keys: async () => [...store.keys()],
        match: async (path: string) => store.get(path)?.clone(),
      };
    },
  });
  return () => {
    setToken(null);
    vi.unstubAllGlobals();
  };
});

const signIn = (affiliateId: number) =>
  setToken({ token: 'x', affiliateId, role: 'diver', affiliateTypeId: 1, sub: '', givenName: '' });
const takeNames = async () => (await takeSharedFiles()).map(({ name }) => name);

it('returns the files of an interrupted upload to the person who chose them, once', async () => {
  signIn(1);
  await holdFiles([new File(['dives'], 'mine.uddf')]);
  expect(await takeNames()).toEqual(['mine.uddf']);
  expect(await takeNames()).toEqual([]);
});

it('does not show them to the next person, and deletes them', async () => {
  signIn(1);
  await holdFiles([new File(['dives'], 'mine.uddf')]);
  signIn(2);
  expect(await takeNames()).toEqual([]);
  signIn(1);
  expect(await takeNames()).toEqual([]);
  expect(stores.size).toBe(0);
});

it('gives files of another app to the person who opens the import', async () => {
  const headers = { 'file-name': 'shared.uddf', 'kept-at': String(Date.now()) };
  stores.set('shared-files', new Map([['/shared-files/0', new Response('dives', { headers })]]));
  signIn(2);
  expect(await takeNames()).toEqual(['shared.uddf']);
});
