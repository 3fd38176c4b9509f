import { randomUUID } from 'node:crypto';
import { callAs } from './caller.ts';
import type { QueryTarget } from './drill-database.ts';
import { buy, createPurchase, type Purchase, type StripeServer } from './purchase.ts';
import { wait } from './drill-portal.ts';

const dive = {
  dive_title: 'Boat dive',
  dive_date: '2026-11-01',
  dive_location: 'Kelder Rock, St Abbs',
  dive_type: 'Boat',
  depth_times: [{ max_depth: 18.6, bottom_time: 41, time_in: '09:40', time_out: '10:21' }],
  conditions: [{ water_type: 'Salt', body_of_water: 'Ocean' }],
  equipment: [{ suit_type: 'dry suit', weight: 12, gas_mixture: 'Air' }],
  experiences: [{ feeling: 'Good', notes: 'Soft corals all the way down.' }],
};

const createLog = `mutation ($key: ID, $general: RecreationalLogInput!) {
  createRecreationalLog(key: $key, general: $general) { id } }`;

export async function createDive(port: number, affiliateId: number, key: string): Promise<void> {
  const call = { path: '/api/graphql', body: { query: createLog, variables: { key, general: dive } } };
  const { errors } = await callAs<{ errors?: unknown }>(port, affiliateId, call);
  if (errors !== undefined) throw new Error(`dive not created: ${JSON.stringify(errors).slice(0, 300)}`);
}

async function setName(port: number, affiliateId: number, name: string): Promise<void> {
  const email = `drill-${affiliateId}@demo.test`;
  const person = { firstName: name, middleName: '', lastName: 'Berg', birthDate: '1990-01-02', gender: 'Female' };
  await callAs(port, affiliateId, {
    method: 'PUT',
    path: `/api/account/user/update/${email}`,
    body: { affiliateId, ...person },
  });
}

interface WriterOptions {
  people: readonly number[];
  perSecond: number;
  random: () => number;
  choosePort: () => number;
  stripe: StripeServer;
  /** Writes that may wait for a reply. More are not sent. */
  maxPending?: number;
}

/** A person's names, in the order they were sent. */
interface Names {
  sent: string[];
  acknowledged: number;
}

const defaultMaxPending = 300;
const firstRetryMs = 250;
const maxRetryMs = 4_000;

/**
 * Writes at a steady rate and repeats each write, with its key, until it is acknowledged, as browsers do: dives, names
 * of people and purchases with a card. It remembers what was acknowledged.
 */
export class Writers {
  readonly dives = new Set<string>();
  readonly purchases: Purchase[] = [];
  readonly pendingPurchases = new Set<Purchase>();
  readonly names = new Map<number, Names>();
  acknowledged = 0;
  retries = 0;
  /** Writes that were not sent, because too many waited for a reply. */
  skipped = 0;
  longestWaitMs = 0;
  lastError = '';
  readonly errors = new Map<string, number>();
  readonly #options: WriterOptions;
  readonly #pending = new Set<Promise<void>>();
  readonly #busyPeople = new Set<number>();
  #isStopped = false;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Writes for this time. */
  async run(seconds: number): Promise<void> {
    const startedAt = performance.now();
    for (let sent = 0, elapsedS = 0; elapsedS < seconds; elapsedS = (performance.now() - startedAt) / 1_000) {
      for (const due = Math.floor(elapsedS * this.#options.perSecond); sent < due; sent++) this.#startWrite(sent);
      await wait(5);
    }
  }

  /** Waits for pending writes. Returns how many were not acknowledged in time. */
  async finish(timeoutMs: number): Promise<number> {
    await Promise.race([Promise.all(this.#pending), wait(timeoutMs)]);
    this.#isStopped = true;
    return this.#pending.size;
  }

  #startWrite(number: number): void {
    const { people, random, maxPending = defaultMaxPending } = this.#options;
    if (this.#pending.size >= maxPending) {
      this.skipped++;
      return;
    }
    const person = people[Math.floor(random() * people.length)] ?? 0;
    // One purchase or change of names at a time per person, so their order is known.
    const isExclusive = number % 10 === 0 && !this.#busyPeople.has(person);
    const write = isExclusive ? this.#writeExclusively(person, number) : this.#writeDive(person);
    const pending = write.finally(() => this.#pending.delete(pending));
    this.#pending.add(pending);
  }

  async #writeExclusively(person: number, number: number): Promise<void> {
    this.#busyPeople.add(person);
    await (number % 50 === 0 ? this.#purchase(person) : this.#rename(person));
    this.#busyPeople.delete(person);
  }

  async #writeDive(person: number): Promise<void> {
    const key = randomUUID();
    if (await this.#repeat(() => createDive(this.#options.choosePort(), person, key))) this.dives.add(key);
  }

  async #rename(person: number): Promise<void> {
    const names = this.names.get(person) ?? { sent: [], acknowledged: 0 };
    this.names.set(person, names);
    const name = `Noa-${names.sent.length + 1}`.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
    names.sent.push(name);
    if (await this.#repeat(() => setName(this.#options.choosePort(), person, name)))
      names.acknowledged = names.sent.length;
  }

  async #purchase(person: number): Promise<void> {
    const purchase = createPurchase(person);
    this.pendingPurchases.add(purchase);
    const { choosePort, stripe } = this.#options;
    if (!(await this.#repeat(() => buy(purchase, choosePort, stripe)))) return;
    this.pendingPurchases.delete(purchase);
    this.purchases.push(purchase);
  }

  async #repeat(write: () => Promise<unknown>): Promise<boolean> {
    const startedAt = performance.now();
    for (let delayMs = firstRetryMs; !this.#isStopped; delayMs = Math.min(delayMs * 2, maxRetryMs)) {
      try {
        await write();
        this.acknowledged++;
        this.longestWaitMs = Math.max(this.longestWaitMs, performance.now() - startedAt);
        return true;
      } catch (error) {
        this.retries++;
        this.lastError = (error as Error).message;
        const kind = this.lastError
          .replace(/^\/\S+ /, '')
          .replace(/"correlationId.*/, '')
          .slice(0, 100);
        this.errors.set(kind, (this.errors.get(kind) ?? 0) + 1);
        await wait(delayMs * (0.5 + Math.random()));
      }
    }
    return false;
  }
}

/** Compares what was acknowledged with the rows. Returns the numbers of lost and repeated writes. */
export async function compareWithRows(writers: Writers, database: QueryTarget) {
  const dives = await database.query<{ key: string; copies: number }>(
    `select key, count(*)::int as copies from dive_log where affiliate_id >= 700001 and key is not null group by key`,
  );
  const copiesByKey = new Map(dives.map(({ key, copies }) => [key, copies]));
  const people = await database.query<{ id: number; name: string }>(
    'select affiliate_id::int as id, given_name as name from person where affiliate_id >= 700001',
  );
  const orders = await database.query<{ id: string; state: string; codes: number; receipts: number; audited: number }>(
    `select o.order_id as id, o.state,
       (select sum(cardinality(l.codes))::int from order_line l where l.order_id = o.order_id) as codes,
       (select count(*)::int from notification n where n.affiliate_id = o.affiliate_id and n.kind = 'shop.order_paid'
          and n.url like '%' || o.order_id || '%') as receipts,
       (select count(*)::int from audit_entry a where a.action = 'shop.order_paid' and a.data::text like '%' || o.order_id || '%')
          as audited
     from shop_order o where o.affiliate_id >= 700001`,
  );
  const orderById = new Map(orders.map((order) => [order.id, order]));
  const isComplete = (order: (typeof orders)[number] | undefined) =>
    order?.state === 'paid' && order.codes === 1 && order.receipts === 1 && order.audited === 1;
  const lostNames = people.filter(({ id, name }) => {
    const { sent, acknowledged } = writers.names.get(id) ?? { sent: [], acknowledged: 0 };
    return acknowledged > 0 && !sent.slice(acknowledged - 1).includes(name);
  });
  return {
    lostDives: [...writers.dives].filter((key) => !copiesByKey.has(key)).length,
    repeatedDives: dives.filter(({ copies }) => copies > 1).length,
    lostNames: lostNames.length,
    brokenOrders: writers.purchases.filter(({ orderId }) => !isComplete(orderById.get(orderId ?? ''))).length,
    extraOrders: orders.filter(({ state }) => state === 'paid').length - writers.purchases.length,
    sample: writers.purchases.map(({ orderId }) => orderById.get(orderId ?? '')).find((order) => !isComplete(order)),
  };
}
