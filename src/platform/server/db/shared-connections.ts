import type { Kysely } from 'kysely';
import { Client, type ClientConfig, type Pool } from 'pg';
import { createKysely, pipelineConfig, PreparedConnection, type QueryRunner } from './connection.ts';
import type { Tables } from './table-types.ts';

/**
 * A few pipelined connections shared by all single statements, which neither wait for a free connection nor for each
 * other. The statements of one event loop turn go to one connection in one write.
 */
export class SharedConnections implements QueryRunner {
  readonly pool: Pool;
  readonly db: Kysely<Tables> = createKysely(this, () => this.#get(), { isTransaction: false });
  readonly #config: ClientConfig;
  readonly #slots: (Promise<PreparedConnection<Client>> | undefined)[] = [undefined, undefined, undefined, undefined];
  #slot = 0;
  #isTurnOpen = false;

  constructor(config: ClientConfig, pool: Pool) {
    this.pool = pool;
    this.#config = config;
  }

  async run(text: string, parameters: readonly unknown[], isReplanned?: boolean): Promise<{ rows: unknown[] }> {
    return (await this.#get()).run(text, parameters, isReplanned);
  }

  async #get(): Promise<PreparedConnection<Client>> {
    const slot = this.#slot;
    const connection = await (this.#slots[slot] ??= this.#connect(slot));
    if (!this.#isTurnOpen) {
      this.#isTurnOpen = true;
      const corked = connection.cork();
      setImmediate(() => {
        this.#isTurnOpen = false;
        this.#slot = (this.#slot + 1) % this.#slots.length;
        corked.flush();
      });
    }
    return connection;
  }

  async #connect(slot: number): Promise<PreparedConnection<Client>> {
    const client = new Client({ ...this.#config, ...pipelineConfig });
    const clearSlot = () => {
      this.#slots[slot] = undefined;
    };
    client.on('error', clearSlot);
    client.on('end', clearSlot);
    try {
      await client.connect();
    } catch (error) {
      clearSlot();
      throw error;
    }
    return new PreparedConnection(client);
  }

  async close(): Promise<void> {
    const open = this.#slots.filter((slot) => slot !== undefined);
    await Promise.allSettled(open.map(async (slot) => (await slot).client.end()));
  }
}
