import { join } from 'node:path';
import { SpawnedPortal } from '#test/support/api/spawned-portal.ts';
import { findFreePort } from '#test/support/free-port.ts';
import type { DrillRun } from './drill.ts';

/** Tokens are signed for this address, so every portal of a drill accepts them. */
export const drillBaseUrl = 'http://localhost:3600';
export const drillSecret = 'only-for-drills-only-for-drills-only-for-drills';

const maxFailedStarts = 30;

/** A portal that is started again whenever it ends, as by systemd. */
export class DrillPortal {
  readonly name: string;
  readonly port: number;
  settings: Record<string, string>;
  isReady = false;
  starts = 0;
  /** What it printed before it ended on its own, after it had been ready. A start fails while the database is away. */
  readonly unexpectedEnds: string[] = [];
  /** What it printed before its last start failed. */
  startError = '';
  #current: SpawnedPortal | undefined;
  #isStopping = true;
  #failedStarts = 0;
  #ended = Promise.resolve();

  private constructor(name: string, port: number, settings: Record<string, string>) {
    this.name = name;
    this.port = port;
    this.settings = settings;
  }

  /** Starts a portal and resolves when it is ready. */
  static async start(
    run: DrillRun,
    name: string,
    settings: Record<string, string>,
    { port }: { port?: number } = {},
  ): Promise<DrillPortal> {
    const ownPort = port ?? (await findFreePort());
    const portal = new DrillPortal(name, ownPort, {
      PORT: String(ownPort),
      HOST: '127.0.0.1',
      BASE_URL: drillBaseUrl,
      DATA_DIR: join(run.folder, 'data'),
      SECRET_KEY: drillSecret,
      RATE_LIMIT_PER_MIN: '10000000',
      // The default of production, which tests turn off.
      LOOP_DELAY_LIMIT_MS: '500',
      LOG_LEVEL: 'silent',
      ...settings,
    });
    run.onEnd(() => portal.stop('SIGKILL'));
    await portal.start();
    return portal;
  }

  get pid(): number | undefined {
    return this.#current?.process.pid;
  }

  get output(): string {
    return `${this.#current?.stdout ?? ''}${this.#current?.stderr ?? ''}`;
  }

  async start(): Promise<void> {
    this.#isStopping = false;
    this.#ended = this.#run();
    await this.waitUntilReady();
  }

  async waitUntilReady(): Promise<void> {
    while (!this.isReady) {
      if (this.#isStopping) throw new Error(`portal ${this.name} was stopped while it started`);
      if (this.#failedStarts > maxFailedStarts)
        throw new Error(`portal ${this.name} does not start: ${this.startError}`);
      await wait(50);
    }
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#isStopping = true;
    this.isReady = false;
    this.#current?.process.kill(signal);
    await this.#ended;
  }

  /** Kills the process, which is then started again. */
  kill(): void {
    this.isReady = false;
    this.#current?.process.kill('SIGKILL');
  }

  async #watchStart(current: SpawnedPortal): Promise<void> {
    // A start that fails is handled where its end is awaited.
    const isUp = await current.ready().then(
      () => true,
      () => false,
    );
    if (!isUp || this.#current !== current || current.process.signalCode !== null) return;
    this.isReady = true;
    this.#failedStarts = 0;
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      const current = new SpawnedPortal(this.settings);
      this.#current = current;
      this.starts += 1;
      void this.#watchStart(current);
      await current.ended;
      const wasReady = this.isReady;
      this.isReady = false;
      if (this.#isStopping || current.process.signalCode === 'SIGKILL') continue;
      this.#failedStarts += 1;
      const output = current.stderr.trim().slice(-500);
      if (wasReady) this.unexpectedEnds.push(output);
      else this.startError = output;
      // A portal whose database is away ends at its start. systemd waits between starts, too.
      await wait(500);
    }
  }
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the condition holds. Returns whether it did in time. */
export async function waitUntil(isMet: () => Promise<boolean> | boolean, timeoutMs: number): Promise<boolean> {
  for (const until = performance.now() + timeoutMs; performance.now() < until; await wait(200))
    if (await Promise.resolve(isMet()).catch(() => false)) return true;
  return false;
}
