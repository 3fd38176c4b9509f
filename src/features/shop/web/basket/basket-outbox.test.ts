import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubDocument } from '#platform/testing/stub-document.ts';
import { stubLocalStorage } from '#platform/testing/stub-storage.ts';
import type { Basket } from '#features/shop/shared/contract.ts';
import type { Addition, SendOutcome } from './basket-outbox.ts';

let storage: Record<string, string>;

beforeEach(() => {
  vi.useFakeTimers();
  storage = stubLocalStorage();
  stubDocument();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

const basket = { version: 1 } as Basket;
const mask: Addition = {
  lineId: 'line-mask',
  productId: 4001,
  name: 'Mask',
  drawing: 'mask',
  quantity: 1,
  isGift: false,
  licenseID: null,
  unitMinor: 7900,
  currency: 'USD',
};
const torch: Addition = { ...mask, lineId: 'line-torch', productId: 4003, name: 'Torch' };
const refuse = (status: number) => Object.assign(new Error('no'), { status });

/** Opens a signed-in tab whose server returns the given errors in turn and then accepts everything. */
async function openTab(answers: (Error | null)[] = [], affiliateId = 7) {
  vi.resetModules();
  const [{ createBasketOutbox }, { setToken }, drafts] = await Promise.all([
    import('./basket-outbox.ts'),
    import('#platform/web/session/session.ts'),
    import('#platform/web/sync/draft-cleanup.ts'),
  ]);
  setToken({ token: 'a token', affiliateId, role: 'diver', affiliateTypeId: 1, sub: '', givenName: '' });
  drafts.deleteOtherUsersOutbox(affiliateId);
  const sent: string[] = [];
  const told: string[] = [];
  const unsent = createBasketOutbox({
    async post({ lineId }) {
      sent.push(lineId);
      const refusal = answers.shift();
      if (refusal) throw refusal;
      return basket;
    },
    lock: (send) => send(),
    tell: (outcome: SendOutcome) => told.push(`${outcome.kind} ${outcome.addition.name}`),
  });
  return { unsent, sent, told, drafts, names: () => unsent.read().additions.map(({ name }) => name) };
}

describe('createBasketOutbox', () => {
  it('sends an addition immediately and then deletes it from storage', async () => {
    const { unsent, sent, told, names } = await openTab();
    const sending = unsent.add(mask);
    expect(names()).toEqual(['Mask']);
    await sending;
    expect({ sent, told, names: names() }).toEqual({ sent: ['line-mask'], told: ['taken Mask'], names: [] });
    expect(Object.keys(storage)).toEqual([]);
  });

  it('retries additions in order when the network is down', async () => {
    const { unsent, sent, told, names } = await openTab([refuse(0), refuse(0)]);
    await unsent.add(mask);
    vi.setSystemTime(Date.now() + 5);
    await unsent.add(torch);
    expect({ ...unsent.read(), additions: names() }).toEqual({ additions: ['Mask', 'Torch'], isLate: true });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual(['line-mask', 'line-mask', 'line-mask', 'line-torch']);
    expect(told).toEqual(['late Mask', 'taken Mask', 'taken Torch']);
    expect({ ...unsent.read() }).toEqual({ additions: [], isLate: false });
  });

  it('keeps additions after the session ends', async () => {
    const before = await openTab([refuse(401)]);
    await before.unsent.add(mask);
    const after = await openTab();
    expect(after.names()).toEqual(['Mask']);
    await after.unsent.flush();
    expect(after.sent).toEqual(['line-mask']);
    expect(after.names()).toEqual([]);
  });

  it('deletes additions when another person signs in', async () => {
    const before = await openTab([refuse(0)]);
    await before.unsent.add(mask);
    const theirs = await openTab([], 8);
    await theirs.unsent.flush();
    expect({ sent: theirs.sent, names: theirs.names(), keys: Object.keys(storage) }).toEqual({
      sent: [],
      names: [],
      keys: [],
    });
    expect((await openTab()).names()).toEqual([]);
  });

  it('deletes additions when the person signs out', async () => {
    const { unsent, drafts } = await openTab([refuse(0)]);
    await unsent.add(mask);
    drafts.deleteAllDrafts();
    expect((await openTab()).names()).toEqual([]);
  });

  it.each([404, 409, 422])('drops an addition when the server returns %i and sends the rest', async (status) => {
    const { unsent, told, names } = await openTab([refuse(0), refuse(status)]);
    await unsent.add(mask);
    vi.setSystemTime(Date.now() + 5);
    await unsent.add(torch);
    expect(told).toEqual(['late Mask', 'refused Mask', 'taken Torch']);
    expect(names()).toEqual([]);
  });

  it('removes an addition that was not sent yet', async () => {
    const { unsent, sent, names } = await openTab([refuse(503)]);
    await unsent.add(mask);
    unsent.remove(mask.lineId);
    await vi.advanceTimersByTimeAsync(60_000);
    expect({ sent, names: names() }).toEqual({ sent: ['line-mask'], names: [] });
  });

  it('sends additions when the browser has no storage', async () => {
    const { unsent, sent, names } = await openTab([refuse(0)]);
    vi.stubGlobal('localStorage', {
      setItem() {
        throw new Error('full');
      },
      getItem: () => null,
      removeItem: () => undefined,
    });
    await unsent.add(mask);
    expect(names()).toEqual(['Mask']);
    await unsent.flush();
    expect({ sent, names: names() }).toEqual({ sent: ['line-mask', 'line-mask'], names: [] });
  });

  it('shares additions between tabs and sends each one once', async () => {
    const one = await openTab([refuse(0)]);
    const other = await openTab();
    await one.unsent.add(mask);
    other.unsent.look();
    expect(other.names()).toEqual(['Mask']);
    await one.unsent.flush();
    other.unsent.look();
    await other.unsent.flush();
    expect({ sent: other.sent, names: other.names() }).toEqual({ sent: [], names: [] });
  });
});
