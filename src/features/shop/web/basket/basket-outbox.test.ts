import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubBrowser, stubLocks } from '#platform/testing/fake-browser.ts';
import { openRecordStore } from '#platform/testing/open-record-store.ts';
import { stubDocument } from '#platform/testing/stub-document.ts';
import { deleteAllDrafts, deleteOtherUsersOutbox } from '#platform/web/sync/draft-cleanup.ts';
import type { Basket } from '#features/shop/shared/contract.ts';
import type { Addition, SendOutcome } from './basket-outbox.ts';

let browser: ReturnType<typeof stubBrowser>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  browser = stubBrowser();
  stubLocks();
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
  const { createBasketOutbox } = await import('./basket-outbox.ts');
  deleteOtherUsersOutbox(affiliateId);
  const store = await openRecordStore(browser, affiliateId);
  const sent: string[] = [];
  const outcomes: string[] = [];
  const outbox = createBasketOutbox({
    store,
    async post({ lineId }) {
      sent.push(lineId);
      const error = answers.shift();
      if (error) throw error;
      return basket;
    },
    onOutcome: (outcome: SendOutcome) => outcomes.push(`${outcome.kind} ${outcome.addition.name}`),
  });
  return {
    outbox,
    sent,
    outcomes,
    deliver: store.deliver,
    add: (addition: Addition) => outbox.add(addition, addition.lineId),
    names: () => outbox.read().operations.map(({ body }) => body.name),
  };
}

const storedNames = async () => (await openRecordStore(browser)).list('').map(({ name }) => name);

describe('createBasketOutbox', () => {
  it('sends an addition immediately and then deletes it from storage', async () => {
    const { add, sent, outcomes, names } = await openTab();
    const sending = add(mask);
    expect(names()).toEqual(['Mask']);
    await sending;
    expect({ sent, outcomes, names: names() }).toEqual({ sent: ['line-mask'], outcomes: ['added Mask'], names: [] });
    expect(await storedNames()).toEqual([]);
  });

  it('retries additions in order when the network is down', async () => {
    const { outbox, add, sent, outcomes, names } = await openTab([createError(0), createError(0)]);
    await add(mask);
    await add(torch);
    expect([names(), outbox.read().isLate]).toEqual([['Mask', 'Torch'], true]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual(['line-mask', 'line-mask', 'line-mask', 'line-torch']);
    expect(outcomes).toEqual(['late Mask', 'added Mask', 'added Torch']);
    expect([names(), outbox.read().isLate]).toEqual([[], false]);
  });

  it('keeps additions after the session ends', async () => {
    const before = await openTab([createError(401)]);
    await before.add(mask);
    const after = await openTab();
    expect(after.names()).toEqual(['Mask']);
    await after.outbox.flush();
    expect(after.sent).toEqual(['line-mask']);
    expect(after.names()).toEqual([]);
  });

  it('deletes additions when another person signs in', async () => {
    const before = await openTab([createError(0)]);
    await before.add(mask);
    const otherTab = await openTab([], 8);
    await otherTab.outbox.flush();
    expect([otherTab.sent, otherTab.names(), await storedNames()]).toEqual([[], [], []]);
    expect((await openTab()).names()).toEqual([]);
  });

  it('deletes additions when the person signs out', async () => {
    await (await openTab([createError(0)])).add(mask);
    deleteAllDrafts();
    expect((await openTab()).names()).toEqual([]);
  });

  it.each([404, 409, 422])('drops an addition when the server returns %i and sends the rest', async (status) => {
    const { add, outcomes, names } = await openTab([createError(0), createError(status)]);
    await add(mask);
    await add(torch);
    expect(outcomes).toEqual(['late Mask', 'rejected Mask', 'added Torch']);
    expect(names()).toEqual([]);
  });

  it('removes an addition that was not sent yet', async () => {
    const { outbox, add, sent, names } = await openTab([createError(503)]);
    await add(mask);
    outbox.remove(mask.lineId);
    await vi.advanceTimersByTimeAsync(60_000);
    expect({ sent, names: names() }).toEqual({ sent: ['line-mask'], names: [] });
  });

  it('sends additions when the browser has no storage', async () => {
    const { outbox, add, sent, names } = await openTab([createError(0)]);
    vi.stubGlobal('localStorage', {
      setItem() {
        throw new Error('full');
      },
      getItem: () => null,
      removeItem: () => undefined,
    });
    await add(mask);
    expect([names(), outbox.read().kind]).toEqual([['Mask'], 'unkept']);
    await outbox.flush();
    expect({ sent, names: names() }).toEqual({ sent: ['line-mask', 'line-mask'], names: [] });
  });

  it('shares additions between tabs and sends each one once', async () => {
    const one = await openTab([createError(0)]);
    const other = await openTab();
    await one.add(mask);
    other.deliver();
    expect(other.names()).toEqual(['Mask']);
    await one.outbox.flush();
    other.deliver();
    await other.outbox.flush();
    expect({ sent: other.sent, names: other.names() }).toEqual({ sent: [], names: [] });
  });
});
