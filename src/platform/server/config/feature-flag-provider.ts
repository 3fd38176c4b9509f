import {
  ErrorCode,
  type JsonValue,
  OpenFeatureEventEmitter,
  type Provider,
  ProviderEvents,
  type ResolutionDetails,
} from '@openfeature/server-sdk';
import type { Db } from '#platform/server/db/database.ts';
import { query } from '#platform/server/db/query.ts';
import type { PubSub } from '#platform/server/events/pubsub.ts';

export const flagChannel = 'flags';
const retryMs = 5_000;

const listFlags = query((db) => db.selectFrom('feature_flag').select(['name', 'value']));

/** An OpenFeature provider for our table. Values are cached and reloaded when any process changes a flag. */
export class DatabaseFlagProvider implements Provider {
  readonly metadata = { name: 'feature_flag table' };
  readonly runsOn = 'server';
  readonly events = new OpenFeatureEventEmitter();
  readonly #db: Db;
  readonly #pubsub: PubSub;
  #values = new Map<string, unknown>();
  #reading: Promise<void> | null = null;
  #isStale = false;
  #stopListening: (() => void)[] = [];
  #retry: NodeJS.Timeout | undefined;

  constructor(db: Db, pubsub: PubSub) {
    this.#db = db;
    this.#pubsub = pubsub;
  }

  async initialize(): Promise<void> {
    const refresh = (): void => void this.#refresh();
    this.#stopListening = [this.#pubsub.on(flagChannel, refresh), this.#pubsub.onReconnect(refresh)];
    await this.#read();
  }

  async onClose(): Promise<void> {
    clearTimeout(this.#retry);
    for (const stop of this.#stopListening) stop();
  }

  /** Reloads the flags. Changes during a reload cause one further reload. */
  async #refresh(): Promise<void> {
    this.#isStale = true;
    if (this.#reading) return;
    while (this.#isStale) {
      this.#isStale = false;
      this.#reading = this.#read();
      try {
        await this.#reading;
        this.events.emit(ProviderEvents.ConfigurationChanged);
      } catch (error) {
        // The cached values stay in use until the database is reachable again.
        this.events.emit(ProviderEvents.Stale, { message: String(error) });
        clearTimeout(this.#retry);
        this.#retry = setTimeout(() => void this.#refresh(), retryMs).unref();
      } finally {
        this.#reading = null;
      }
    }
  }

  async #read(): Promise<void> {
    const rows = await listFlags(this.#db);
    this.#values = new Map(rows.map((row) => [row.name, row.value]));
  }

  #resolve<Value>(name: string, fallback: Value): ResolutionDetails<Value> {
    const value = this.#values.get(name);
    if (value === undefined) return { value: fallback, reason: 'DEFAULT' };
    if (typeof value !== typeof fallback)
      return { value: fallback, reason: 'ERROR', errorCode: ErrorCode.TYPE_MISMATCH };
    return { value: value as Value, reason: 'CACHED' };
  }

  async resolveBooleanEvaluation(name: string, fallback: boolean): Promise<ResolutionDetails<boolean>> {
    return this.#resolve(name, fallback);
  }
  async resolveStringEvaluation(name: string, fallback: string): Promise<ResolutionDetails<string>> {
    return this.#resolve(name, fallback);
  }
  async resolveNumberEvaluation(name: string, fallback: number): Promise<ResolutionDetails<number>> {
    return this.#resolve(name, fallback);
  }
  async resolveObjectEvaluation<Value extends JsonValue>(
    name: string,
    fallback: Value,
  ): Promise<ResolutionDetails<Value>> {
    return this.#resolve(name, fallback);
  }
}
