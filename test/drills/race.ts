import { affiliateType } from '#domain/roles.ts';
import { startStripeServer } from '#platform/testing/stripe/server.ts';
import { runScript } from '#test/support/api/spawned-portal.ts';
import { callPatiently, headersOf, send, type Reply } from './support/caller.ts';
import { type Drill, type DrillRun } from './support/drill.ts';
import { DrillDatabase } from './support/drill-database.ts';
import { DrillPortal, wait, waitUntil } from './support/drill-portal.ts';
import { insertPeople } from './support/people.ts';
import { pay, type StripeServer } from './support/purchase.ts';
import { reportCharges, verifyEverything } from './support/verification.ts';

const clients = 500;
const soldProduct = 2004;
const storeId = 790_001;
const payMs = 180_000;

interface Race {
  /** What is contended, as it is printed. */
  name: string;
  prepare(round: number): Promise<void>;
  /** The request of one client, which is sent to one of three servers. A repeated one has the same idempotency key. */
  attempt(client: number, port: number): Promise<Reply>;
  /** The number of winners according to the rows. Exactly one is right. */
  countWinners(): Promise<number>;
  /** Replies of those who came too late. */
  isLoss(reply: Reply): boolean;
  /** A reply to the winner's second request, after the reply to the first was 503. */
  isRepeatedWin?(reply: Reply): boolean;
  /** What the winner does next. */
  finish?(client: number, reply: Reply): Promise<void>;
}

interface Result {
  rounds: number;
  tries: number;
  /** Replies with 503, after which the same request was sent again. */
  shed: number;
  wrong: number;
  odd: number;
  sample: string;
}

/**
 * 500 clients on three servers try to get the same thing at the same time: an access code, the last use of a promotion
 * code, and a store's last credit. The product has no classes with a number of seats; the promotion code stands for one.
 */
export const race: Drill = {
  needs: [],
  seconds: 1_800,
  async run(run) {
    const stripe = await startStripeServer(run.onEnd);
    const database = await DrillDatabase.open(run);
    const portals: DrillPortal[] = [];
    for (const name of ['portal-1', 'portal-2', 'portal-3'])
      portals.push(await DrillPortal.start(run, name, { DATABASE_URL: database.url, ...stripe.settings }));
    const people = await insertPeople(database, clients);
    const ports = portals.map(({ port }) => port);
    const races = [
      raceForCode(database, people),
      raceForPromotion(database, people, ports, stripe),
      await raceForCredit(database, ports, { ...portals[0]?.settings }),
    ];
    const startedAt = performance.now();
    const results = new Map<string, Result>(
      races.map(({ name }) => [name, { rounds: 0, tries: 0, shed: 0, wrong: 0, odd: 0, sample: '' }]),
    );
    const isTimeLeft = () => performance.now() - startedAt < run.seconds * 1_000;
    for (let round = 0; round < races.length || isTimeLeft(); round++) {
      const current = races[round % races.length];
      const result = current && results.get(current.name);
      if (!current || !result) break;
      await current.prepare(round);
      const { wins, odd, shed } = await runRound(current, ports);
      const winners = await current.countWinners();
      const won = wins.length;
      for (const { client, reply } of wins) await current.finish?.(client, reply);
      result.rounds += 1;
      result.tries += clients;
      result.shed += shed;
      if (won !== 1 || winners !== 1) result.wrong += 1;
      result.odd += odd.length;
      result.sample ||= won === 1 && winners === 1 ? (odd[0] ?? '') : `${won} replies, ${winners} rows`;
    }
    report(run, results);
    run.count('payments', await reportCharges(run, database, stripe));
    const ended = portals.flatMap(({ unexpectedEnds }) => unexpectedEnds);
    run.expectAtMost(`portals that ended by themselves: ${ended.length} ${ended[0] ?? ''}`, ended.length, 0);
    await verifyEverything(run, portals[0]);
  },
};

async function runRound({ attempt, isLoss, isRepeatedWin }: Race, ports: readonly number[]) {
  const wins: { client: number; reply: Reply }[] = [];
  let shed = 0;
  const odd: string[] = [];
  const tryUntilAnswered = async (client: number): Promise<void> => {
    for (let isRepeated = false; ; isRepeated = true) {
      const reply = await attempt(client, ports[client % ports.length] ?? 0);
      // An overloaded server asks to try again.
      if (reply.status === 503) {
        shed += 1;
        await wait(1_000 * Math.random());
        continue;
      }
      if (reply.status === 200 || (isRepeated && isRepeatedWin?.(reply))) wins.push({ client, reply });
      else if (!isLoss(reply)) odd.push(`${reply.status} ${reply.text.slice(0, 300)}`);
      return;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => tryUntilAnswered(client)));
  return { wins, odd, shed };
}

function report(run: DrillRun, results: ReadonlyMap<string, Result>): void {
  for (const [name, { rounds, tries, shed, wrong, odd, sample }] of results) {
    run.count(`${name}: rounds`, rounds);
    run.count(`${name}: tries`, tries);
    run.count('tries', tries);
    run.expectAtMost(
      `${name}: ${tries} tries in ${rounds} rounds, ${wrong} without exactly one winner ${sample}`,
      wrong,
      0,
    );
    run.count('replies with 503, then repeated', shed);
    run.print(`${name}: ${shed} replies with 503, after which the request was repeated`);
    run.expectAtMost(`${name}: unexpected replies ${odd}`, odd, 0);
  }
}

function raceForCode(database: DrillDatabase, people: readonly number[]): Race {
  let code = '';
  return {
    name: 'one code',
    async prepare(round) {
      code = createCode(round);
      await database.query("delete from enrollment where affiliate_id = any($1) and package_id = 'deep'", [people]);
      await database.query(
        "insert into access_code (code, package_id, certification_name) values ($1, 'deep', 'Deep Diver')",
        [code],
      );
    },
    attempt: async (client, port) =>
      send(port, {
        path: `/api/certifications/codes/${code}/redeem`,
        body: {},
        headers: await headersOf(people[client] ?? 0),
        timeoutMs: 60_000,
      }),
    async countWinners() {
      const [row] = await database.query<{ count: number }>(
        `select count(*)::int as count from enrollment e join access_code c on c.redeemed_by = e.affiliate_id
         where c.code = $1 and e.package_id = 'deep' and e.affiliate_id = any($2)`,
        [code, people],
      );
      const [all] = await database.query<{ count: number }>(
        "select count(*)::int as count from enrollment where package_id = 'deep' and affiliate_id = any($1)",
        [people],
      );
      return row?.count === all?.count ? (row?.count ?? 0) : -1;
    },
    isLoss: ({ text }) => text.includes('"226"'),
    // Already redeemed by this person.
    isRepeatedWin: ({ text }) => text.includes('"225"'),
  };
}

/** Codes have three groups of characters that can't be confused, so 0 and 1 don't occur. */
function createCode(round: number): string {
  const digits = round
    .toString(8)
    .padStart(8, '0')
    .replaceAll(/\d/g, (digit) => String(Number(digit) + 2));
  return `RACE-${digits.slice(0, 4)}-${digits.slice(4)}`;
}

function raceForPromotion(
  database: DrillDatabase,
  people: readonly number[],
  ports: readonly number[],
  stripe: StripeServer,
): Race {
  let code = '';
  let keys: readonly string[] = [];
  const baskets = new Map<number, { version: number; totalMinor: number }>();
  return {
    name: 'last use of a promotion code',
    async prepare(round) {
      code = `LAST-${round}`;
      keys = createKeys();
      await database.query('insert into promotion (code, percent_bp, max_uses) values ($1, 1000, 1)', [code]);
      // The losers' baskets still have their line. All get the new code.
      await database.query('delete from basket_line where affiliate_id = any($1)', [people]);
      await database.query(
        `insert into basket (affiliate_id, codes) select unnest($1::bigint[]), array[$2]
         on conflict (affiliate_id) do update set codes = excluded.codes`,
        [people, code],
      );
      await database.query(
        `insert into basket_line (affiliate_id, line_id, product_id, quantity, is_gift)
         select unnest($1::bigint[]), gen_random_uuid(), ${soldProduct}, 1, true`,
        [people],
      );
      const versions = await database.query<{ id: number; version: number }>(
        'select affiliate_id::int as id, version::int from basket where affiliate_id = any($1)',
        [people],
      );
      const first = people[0] ?? 0;
      const { totalMinor } = await callPatiently<{ totalMinor: number }>(ports[0] ?? 0, first, {
        path: '/api/shop/basket',
      });
      for (const { id, version } of versions) baskets.set(id, { version, totalMinor });
    },
    attempt: async (client, port) => {
      const person = people[client] ?? 0;
      const { version: basketVersion, totalMinor: seenTotalMinor } = baskets.get(person) ?? {};
      const body = { key: keys[client], basketVersion, seenTotalMinor, method: 'card' };
      return send(port, { path: '/api/shop/checkout', body, headers: await headersOf(person), timeoutMs: 60_000 });
    },
    async countWinners() {
      const [row] = await database.query<{ uses: number; orders: number }>(
        `select (select uses::int from promotion where code = $1) as uses,
           (select count(*)::int from promotion_use join shop_order using (affiliate_id, order_id)
            where code = $1 and state <> 'cancelled') as orders`,
        [code],
      );
      return row?.uses === row?.orders ? (row?.orders ?? 0) : -1;
    },
    isLoss: ({ status, text }) => status === 409 && text.includes('shop.code_used'),
    async finish(client, { text }) {
      const { payUrl } = JSON.parse(text) as { payUrl: string | null };
      if (payUrl === null) throw new Error('the order of the winner has no payment');
      const person = people[client] ?? 0;
      let error: unknown;
      const payOnce = () =>
        pay(person, payUrl, () => ports[0] ?? 0, stripe).then(
          () => true,
          (reason: unknown) => {
            error = reason;
            return false;
          },
        );
      if (!(await waitUntil(payOnce, payMs))) throw new Error(`the winner ${person} could not pay`, { cause: error });
    },
  };
}

const createKeys = () => Array.from({ length: clients }, () => crypto.randomUUID());

/** With the operator's command, which writes the ledger, too. */
async function grantCredit(settings: Record<string, string>, amountMinor: number): Promise<void> {
  const args = [String(storeId), (amountMinor / 100).toFixed(2)];
  const { code, stderr } = await runScript('grant-credit.ts', args, { PATH: process.env['PATH'], ...settings });
  if (code !== 0) throw new Error(`credit not granted: ${stderr}`);
}

/** All clients are signed in as the same store, as on several tills. */
async function raceForCredit(
  database: DrillDatabase,
  ports: readonly number[],
  settings: Record<string, string>,
): Promise<Race> {
  await database.query(
    `insert into person (affiliate_id, sub, email, given_name, family_name, affiliate_type_id, country, store_number,
       email_verified_at)
     values ($1::int, gen_random_uuid(), 'drill-store@demo.test', 'Drill', 'Store', ${affiliateType.store}, 'US', $1::int, now())`,
    [storeId],
  );
  let order = { basketVersion: 0, seenTotalMinor: 0 };
  let ordersBefore = 0;
  let keys: readonly string[] = [];
  const countOrders = async () =>
    (
      await database.query<{ count: number }>('select count(*)::int from shop_order where affiliate_id = $1', [storeId])
    )[0]?.count ?? 0;
  const call = <Body>(path: string, body?: object) =>
    callPatiently<Body>(
      ports[0] ?? 0,
      storeId,
      { path: `/api/shop/${path}`, ...(body && { body }) },
      affiliateType.store,
    );
  return {
    name: "a store's last credit",
    async prepare() {
      keys = createKeys();
      let basket = await call<{ version: number; totalMinor: number; lines: unknown[] }>('basket');
      if (basket.lines.length === 0)
        basket = await call('basket/lines', {
          lineId: crypto.randomUUID(),
          productId: soldProduct,
          quantity: 1,
          isGift: true,
        });
      order = { basketVersion: basket.version, seenTotalMinor: basket.totalMinor };
      await grantCredit(settings, basket.totalMinor);
      ordersBefore = await countOrders();
    },
    attempt: async (client, port) =>
      send(port, {
        path: '/api/shop/checkout',
        body: { key: keys[client], ...order, method: 'credit' },
        headers: await headersOf(storeId, affiliateType.store),
        timeoutMs: 60_000,
      }),
    async countWinners() {
      const [row] = await database.query<{ credit: number }>(
        'select available_credit_minor::int as credit from person where affiliate_id = $1',
        [storeId],
      );
      return row?.credit === 0 ? (await countOrders()) - ordersBefore : -1;
    },
    isLoss: ({ status, text }) => status === 409 && /shop\.(basket_empty|basket_changed|credit_short)/.test(text),
  };
}
