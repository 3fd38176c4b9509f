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
const createError = (status: number) => Object.assign(new Error('no'), { status });

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
  const outcomes: string[] = [];
  const outbox = createBasketOutbox({
    async post({ lineId }) {
      sent.push(lineId);
      const error = answers.shift();
      if (error) throw error;
      return basket;
    },
    lock: (send) => send(),
    onOutcome: (outcome: SendOutcome) => outcomes.push(`${outcome.kind} ${outcome.addition.name}`),
  });
  return { outbox, sent, outcomes, drafts, names: () => outbox.read().additions.map(({ name }) => name) };
}

describe('createBasketOutbox', () => {
  it('sends an addition immediately and then deletes it from storage', async () => {
    const { outbox, sent, outcomes, names } = await openTab();
    const sending = outbox.add(mask);
    expect(names()).toEqual(['Mask']);
    await sending;
    expect({ sent, outcomes, names: names() }).toEqual({ sent: ['line-mask'], outcomes: ['taken Mask'], names: [] });
    expect(Object.keys(storage)).toEqual([]);
  });

  it('retries additions in order when the network is down', async () => {
    const { outbox, sent, outcomes, names } = await openTab([createError(0), createError(0)]);
    await outbox.add(mask);
    vi.setSystemTime(Date.now() + 5);
    await outbox.add(torch);
    expect({ ...outbox.read(), additions: names() }).toEqual({ additions: ['Mask', 'Torch'], isLate: true });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual(['line-mask', 'line-mask', 'line-mask', 'line-torch']);
    expect(outcomes).toEqual(['late Mask', 'taken Mask', 'taken Torch']);
    expect({ ...outbox.read() }).toEqual({ additions: [], isLate: false });
  });

  it('keeps additions after the session ends', async () => {
    const before = await openTab([createError(401)]);
    await before.outbox.add(mask);
    const after = await openTab();
    expect(after.names()).toEqual(['Mask']);
    await after.outbox.flush();
    expect(after.sent).toEqual(['line-mask']);
    expect(after.names()).toEqual([]);
  });

  it('deletes additions when another person signs in', async () => {
    const before = await openTab([createError(0)]);
    await before.outbox.add(mask);
    const otherTab = await openTab([], 8);
    await otherTab.outbox.flush();
    expect({ sent: otherTab.sent, names: otherTab.names(), keys: Object.keys(storage) }).toEqual({
      sent: [],
      names: [],
      keys: [],
    });
    expect((await openTab()).names()).toEqual([]);
  });

  it('deletes additions when the person signs out', async () => {
    const { outbox, drafts } = await openTab([createError(0)]);
    await outbox.add(mask);
    drafts.deleteAllDrafts();
    expect((await openTab()).names()).toEqual([]);
  });

  it.each([404, 409, 422])('drops an addition when the server returns %i and sends the rest', async (status) => {
    const { outbox, outcomes, names } = await openTab([createError(0), createError(status)]);
    await outbox.add(mask);
    vi.setSystemTime(Date.now() + 5);
    await outbox.add(torch);
    expect(outcomes).toEqual(['late Mask', 'refused Mask', 'taken Torch']);
    expect(names()).toEqual([]);
  });

  it('removes an addition that was not sent yet', async () => {
    const { outbox, sent, names } = await openTab([createError(503)]);
    await outbox.add(mask);
    outbox.remove(mask.lineId);
    await vi.advanceTimersByTimeAsync(60_000);
    expect({ sent, names: names() }).toEqual({ sent: ['line-mask'], names: [] });
  });

  it('sends additions when the browser has no storage', async () => {
    const { outbox, sent, names } = await openTab([createError(0)]);
    vi.stubGlobal('localStorage', {
      setItem() {
        throw new Error('full');
      },
      getItem: () => null,
      removeItem: () => undefined,
    });
    await outbox.add(mask);
    expect(names()).toEqual(['Mask']);
    await outbox.flush();
    expect({ sent, names: names() }).toEqual({ sent: ['line-mask', 'line-mask'], names: [] });
  });

  it('shares additions between tabs and sends each one once', async () => {
    const one = await openTab([createError(0)]);
    const other = await openTab();
    await one.outbox.add(mask);
    other.outbox.look();
    expect(other.names()).toEqual(['Mask']);
    await one.outbox.flush();
    other.outbox.look();
    await other.outbox.flush();
    expect({ sent: other.sent, names: other.names() }).toEqual({ sent: [], names: [] });
  });
});
