// The product as targets of the harness: `product` is the clone PRODUCT, `product-before` the clone PRODUCT_BEFORE, if set.
// Each has its own database on the harness's PostgreSQL, filled by product/setup.sh.
import { existsSync } from 'node:fs';
import { graphql } from './lib/requests.mjs';
import { children, detailFields, insertReturn, listFields } from './lib/sql.mjs';

const secret = 'peerbench-peerbench-peerbench-peerbench';
const person = (aff) => 500_000 + aff;

const kids = Object.entries(children)
  .map(([child, fields]) => `${child} { ${fields.join(' ')} }`)
  .join(' ');
const general = ({ log_number: _number, status: _status, adventure_dive: _adventure, ...log }) => ({
  ...log,
  depth_times: [
    {
      ...log.depth_times,
      time_in: log.depth_times.time_in.slice(0, 5),
      time_out: log.depth_times.time_out.slice(0, 5),
    },
  ],
  conditions: [log.conditions],
  equipment: [{ ...log.equipment, additional_equipment: ['Torch'] }],
  experiences: [{ ...log.experiences, buddies: [log.experiences.buddies] }],
});

const leaves = (value) =>
  value && typeof value === 'object' ? Object.values(value).flatMap(leaves) : value === null ? [] : [value];
const same = (what, want, have) => {
  if (String(want) !== String(have)) throw new Error(`product ${what} differs\nwant ${want}\nhave ${have}`);
};

async function createTarget(app, port, name) {
  const database = `postgres://postgres@127.0.0.1:5544/${name}`;
  const base = `http://localhost:${port}`;
  const folder = existsSync(`${app}/src/platform/server/auth`) ? 'auth/' : '';
  const { createAccessTokens } = await import(`${app}/src/platform/server/${folder}access-tokens.ts`);
  // One token per person, as in its own browser, valid for an hour.
  const tokens = createAccessTokens([secret], base);
  const tokenOf = new Map();
  for (let aff = 1; aff <= 5000; aff++) {
    const claims = {
      sub: `bench-${aff}`,
      affiliateId: person(aff),
      affiliateTypeId: 1,
      sessionId: crypto.randomUUID(),
    };
    tokenOf.set(aff, (await tokens.mint(claims, 3_600)).token);
  }
  const headers = (p) => ({ authorization: `Bearer ${tokenOf.get(p.aff)}`, 'affiliate-id': String(person(p.aff)) });
  return {
    port,
    database,
    start: () => ({
      cmd: `${app}/node_modules/.bin/node`,
      args: [...(process.env.NODE_ARGS?.split(' ') ?? []), 'src/main.ts'],
      cwd: app,
      env: {
        PORT: port,
        HOST: '127.0.0.1',
        BASE_URL: base,
        CONTENT_ORIGIN: `http://content.localhost:${port}`,
        DATABASE_URL: database,
        SECRET_KEY: secret,
        DATA_DIR: `${import.meta.dirname}/product/data-${name}`,
        DEMO: 'true',
        ALLOW_INSECURE: 'true',
        RATE_LIMIT_PER_MIN: '10000000',
        LOOP_DELAY_LIMIT_MS: '10000',
        DATABASE_POOL: process.env.POOL ?? '6',
      },
    }),
    requests: graphql(
      '/api/graphql',
      {
        list: [
          `query($t: String) { diveLogs(filter: { log_type: $t }, sort_option: "dive_date_desc", limit: 20) { items { ${listFields.join(' ')} } } }`,
          (p) => ({ t: p.type === 'training' ? 'Training' : 'Recreational' }),
        ],
        detail: [
          `query($id: String!) { diveLog(id: $id) { ${detailFields.join(' ')} ${kids} } }`,
          (p) => ({ id: String(10_000_000 + p.id) }),
        ],
        totals: ['query { diveLogCount bottomTimeSum }', () => ({})],
        create: [
          `mutation($g: RecreationalLogInput!) { createRecreationalLog(general: $g) { ${insertReturn.join(' ')} } }`,
          (p) => ({ g: general(p.log) }),
        ],
        search: ['query($q: String!) { diveSites(name: $q) { id name } }', (p) => ({ q: p.term })],
      },
      headers,
    ),
    /** Compares what can be the same: which dives, in which order; the sums; how many values a dive has. */
    check(workload, { data }, want) {
      if (workload === 'list')
        same(
          workload,
          want.map((log) => log.id + 10_000_000),
          data.diveLogs.items.map((log) => +log.id),
        );
      if (workload === 'detail') {
        same(workload, want.id + 10_000_000, +data.diveLog.id);
        const [wanted, had] = [leaves(want).length, leaves(data.diveLog).length];
        if (Math.abs(wanted - had) > 4)
          throw new Error(`product detail: ${had} values instead of ${wanted}\n${JSON.stringify(data.diveLog)}`);
      }
      if (workload === 'totals')
        same(workload, [want.total_count, want.bottom_time], [data.diveLogCount, data.bottomTimeSum]);
      if (workload === 'search' && Math.abs(want.length - data.diveSites.length) > 1)
        same(workload, want.length, data.diveSites.length);
      if (workload === 'create' && !(+data.createRecreationalLog.id >= 20_000_000))
        throw new Error(JSON.stringify(data));
    },
    /** Deletes what a run has written. */
    async reset(postgres) {
      const db = postgres(database, { max: 1, onnotice() {} });
      const { count } = await db`delete from dive_log where id >= 20000000`;
      if (count) {
        await db`delete from own_dive_site where affiliate_id between 500001 and 505000`;
        await db`vacuum (analyze) dive_log`;
        await db`vacuum (analyze) own_dive_site`;
        await db`checkpoint`;
      }
      await db.end();
      return count;
    },
  };
}

const { PRODUCT, PRODUCT_BEFORE } = process.env;
export const productTargets = {
  ...(PRODUCT ? { product: await createTarget(PRODUCT, 4200, 'halocline') } : {}),
  ...(PRODUCT_BEFORE ? { 'product-before': await createTarget(PRODUCT_BEFORE, 4201, 'halocline_before') } : {}),
};
