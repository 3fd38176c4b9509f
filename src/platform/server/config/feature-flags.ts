import { randomUUID } from 'node:crypto';
import { type Client, OpenFeature, ProviderEvents } from '@openfeature/server-sdk';
import { sql } from 'kysely';
import type { Database, Db } from '#platform/server/db/database.ts';
import { query, toJson, type Params } from '#platform/server/db/query.ts';
import { flagChannel, DatabaseFlagProvider } from './feature-flag-provider.ts';
import { publish, type PubSub } from '#platform/server/events/pubsub.ts';

export type FlagValue = boolean | number | string;

/** Every flag with its default value. */
export const flagDefaults = {
  'maintenance-banner': false as boolean,
  'maintenance-message': '' as string,
  'trace-sample-rate': 0.1 as number,
  'browser-error-sample-rate': 1 as number,
} satisfies Record<string, FlagValue>;

type FlagValues = typeof flagDefaults;
type FlagName = keyof FlagValues;
/** The names of flags with a value of this type. */
type FlagNameOf<Kind> = { [Name in FlagName]: FlagValues[Name] extends Kind ? Name : never }[FlagName];

export interface FeatureFlags {
  isOn(name: FlagNameOf<boolean>): boolean;
  number(name: FlagNameOf<number>): number;
  text(name: FlagNameOf<string>): string;
  /** Takes effect in every process once the transaction commits. */
  set(db: Db, name: FlagName, value: FlagValue, by: string): Promise<void>;
  all(): Readonly<FlagValues>;
}

export function isFlagName(name: string): name is FlagName {
  return Object.hasOwn(flagDefaults, name);
}

/** Evaluates flags with OpenFeature and caches the results, so reading a flag is synchronous. */
export async function createFeatureFlags(database: Pick<Database, 'db'>, pubsub: PubSub): Promise<FeatureFlags> {
  const domain = randomUUID();
  await OpenFeature.setProviderAndWait(domain, new DatabaseFlagProvider(database.db, pubsub));
  const client = OpenFeature.getClient(domain);
  let values = await evaluateFlags(client);
  client.addHandler(ProviderEvents.ConfigurationChanged, async () => {
    values = await evaluateFlags(client);
  });
  return {
    isOn: (name) => values[name],
    number: (name) => values[name],
    text: (name) => values[name],
    all: () => values,
    set: setFlag,
  };
}

const upsertFlag = query((db, p: Params<{ name: string; value: FlagValue; by: string }>) =>
  db
    .insertInto('feature_flag')
    .values({ name: p.name, value: toJson(p.value), updated_by: p.by })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        value: eb.ref('excluded.value'),
        updated_by: eb.ref('excluded.updated_by'),
        updated_at: sql`now()`,
      })),
    ),
);

const insertDefault = query((db, p: Params<{ name: string; value: FlagValue }>) =>
  db
    .insertInto('feature_flag')
    .values({ name: p.name, value: toJson(p.value), updated_by: 'portal' })
    .onConflict((conflict) => conflict.doNothing()),
);
const lockValue = query((db, p: Params<{ name: string }>) =>
  db.selectFrom('feature_flag').select('value').where('name', '=', p.name).forNoKeyUpdate(),
);

/** Locks a flag for a change and returns its stored value. Inserts the default, because a missing row can't be locked. */
export async function lockFlag(db: Db, name: FlagName): Promise<unknown> {
  await insertDefault(db, { name, value: flagDefaults[name] });
  return (await lockValue.first(db, { name }))?.value;
}

async function setFlag(db: Db, name: FlagName, value: FlagValue, by: string): Promise<void> {
  const kind = typeof flagDefaults[name];
  if (typeof value !== kind) throw new Error(`${name} must be a ${kind}`);
  if (name.endsWith('-rate') && !(Number(value) >= 0 && Number(value) <= 1))
    throw new Error(`${name} must be from 0 to 1`);
  await upsertFlag(db, { name, value, by });
  await publish(db, flagChannel, name);
}

async function evaluateFlags(client: Client): Promise<Readonly<FlagValues>> {
  const entries = Object.entries(flagDefaults).map(async ([name, fallback]) => {
    if (typeof fallback === 'boolean') return [name, await client.getBooleanValue(name, fallback)];
    if (typeof fallback === 'number') return [name, await client.getNumberValue(name, fallback)];
    return [name, await client.getStringValue(name, fallback)];
  });
  return Object.freeze(Object.fromEntries(await Promise.all(entries)) as FlagValues);
}
