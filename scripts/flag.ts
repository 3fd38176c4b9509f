/** Prints all feature flags or one, or sets one: `npm run -s flag -- maintenance-banner true`. */
import { userInfo } from 'node:os';
import { createFeatureFlags, flagDefaults, isFlagName, type FlagValue } from '#platform/server/config/feature-flags.ts';
import { createPubSub } from '#platform/server/events/pubsub.ts';
import { runOnDatabase } from './run-command.ts';

await runOnDatabase(async ({ database, connection }) => {
  const [name, text] = process.argv.slice(2);
  if (name !== undefined && !isFlagName(name)) {
    throw new Error(`unknown flag ${name}; known flags: ${Object.keys(flagDefaults).join(', ')}`);
  }
  const pubsub = await createPubSub({ database, connection, onError: () => undefined });
  try {
    const flags = await createFeatureFlags(database, pubsub);
    if (name !== undefined && text !== undefined) {
      const value = toValue(typeof flagDefaults[name], text);
      await database.inTransaction('flag-command', (db) =>
        flags.set(db, name, value, `command:${userInfo().username}`),
      );
      console.log(`${name} ${JSON.stringify(value)}`);
    } else {
      for (const [known, value] of Object.entries(flags.all())) {
        if (name === undefined || name === known) console.log(`${known} ${JSON.stringify(value)}`);
      }
    }
  } finally {
    await pubsub.close();
  }
});

function toValue(kind: string, text: string): FlagValue {
  if (kind === 'string') return text;
  if (kind === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  throw new Error(`${text} is not a ${kind}`);
}
