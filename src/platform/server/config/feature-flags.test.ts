import { afterAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createFeatureFlags, flagDefaults } from './feature-flags.ts';
import { createPubSub } from '#platform/server/events/pubsub.ts';

const database = await createTestDatabase();
const onError = (error: unknown): never => {
  throw error;
};
const pubsubs = await Promise.all(
  [1, 2].map(() => createPubSub({ database, connection: database.connection, onError })),
);
afterAll(() => Promise.all(pubsubs.map((pubsub) => pubsub.close())));
const [here, there] = await Promise.all(pubsubs.map((pubsub) => createFeatureFlags(database, pubsub)));
if (!here || !there) throw new Error('expected two instances');

describe('createFeatureFlags', () => {
  test('returns the defaults of unset flags', () => {
    expect(here.all()).toEqual(flagDefaults);
    expect(here.isOn('maintenance-banner')).toBe(false);
    expect(here.number('trace-sample-rate')).toBe(0.1);
    expect(here.text('maintenance-message')).toBe('');
  });

  test('shows a committed change in other processes', async () => {
    await database.inTransaction('set', async (tx) => {
      await here.set(tx, 'maintenance-banner', true, 'staff:1');
      await here.set(tx, 'maintenance-message', 'Back at noon', 'staff:1');
      expect(there.isOn('maintenance-banner')).toBe(false);
    });
    await expect.poll(() => there.isOn('maintenance-banner')).toBe(true);
    await expect.poll(() => here.text('maintenance-message')).toBe('Back at noon');
    expect(there.number('browser-error-sample-rate')).toBe(1);
  });

  test('loads stored values at startup', async () => {
    await here.set(database.db, 'trace-sample-rate', 0.5, 'staff:1');
    const later = await createFeatureFlags(database, pubsubs[0] ?? never());
    expect(later.number('trace-sample-rate')).toBe(0.5);
  });

  test('rejects a value of the wrong type or out of range', async () => {
    await expect(here.set(database.db, 'maintenance-banner', 'yes', 'x')).rejects.toThrow('must be a boolean');
    await expect(here.set(database.db, 'trace-sample-rate', 7, 'x')).rejects.toThrow('from 0 to 1');
  });

  test('falls back to the default when the stored value has the wrong type', async () => {
    await database.db
      .insertInto('feature_flag')
      .values({ name: 'browser-error-sample-rate', value: JSON.stringify('often'), updated_by: 'a hand' })
      .execute();
    const later = await createFeatureFlags(database, pubsubs[0] ?? never());
    expect(later.number('browser-error-sample-rate')).toBe(1);
  });
});

function never(): never {
  throw new Error('unreachable');
}
