import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { preloadEnvironment } from '#platform/server/postgres/data-folder.ts';
import { affiliateType } from '#domain/roles.ts';
import { createAccessTokens } from '#platform/server/auth/access-tokens.ts';

const root = join(import.meta.dirname, '../../..');
const secret = 'only-for-tests-only-for-tests-only-for-tests';

/** The portal as a child process, for tests of start, stop and crashes. */
export class SpawnedPortal {
  readonly settings: NodeJS.ProcessEnv;
  readonly port: string;
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  stdout = '';
  stderr = '';

  constructor(changes: Record<string, string>) {
    this.settings = {
      ...preloadEnvironment,
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      SECRET_KEY: secret,
      LOG_LEVEL: 'error',
      // Other tests on the same machine delay the event loop.
      LOOP_DELAY_LIMIT_MS: '0',
      ...changes,
    };
    this.port = changes['PORT'] ?? '';
    this.baseUrl = changes['BASE_URL'] ?? `http://localhost:${this.port}`;
    this.dataDir = changes['DATA_DIR'] ?? '';
    this.process = spawn(process.execPath, ['src/main.ts'], { cwd: root, env: this.settings });
    this.process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
      this.process.emit('output');
    });
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.ended = once(this.process, 'close').then(([code]) => code as number | null);
  }

  /** Resolves when the portal has printed its start output. */
  async ready(): Promise<this> {
    const end = this.ended.then(() => Promise.reject(new Error(`portal exited before it was ready: ${this.stderr}`)));
    end.catch(() => undefined);
    while (!this.stdout.includes('staff@demo.test')) await Promise.race([once(this.process, 'output'), end]);
    return this;
  }

  kill(signal: NodeJS.Signals): Promise<number | null> {
    this.process.kill(signal);
    return this.ended;
  }

  /** The connection of its embedded database. */
  get connection(): ClientConfig {
    return JSON.parse(readFileSync(join(this.dataDir, 'postgres.json'), 'utf8')) as ClientConfig;
  }

  get databaseUrl(): string {
    const { host, user, port, database } = this.connection;
    return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`;
  }

  async connect(): Promise<Client> {
    const client = new Client(this.connection);
    // Connection errors are expected, because these tests stop the database.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async query<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = await this.connect();
    const result = await client.query(sql, values).finally(() => client.end());
    return result.rows as Row[];
  }

  async headersOf(person: { sub: string; affiliateId: number }, sessionId: string = crypto.randomUUID()) {
    const { token } = await createAccessTokens([secret], this.baseUrl).mint({
      ...person,
      affiliateTypeId: affiliateType.diver,
      sessionId,
      isEmailVerified: true,
    });
    return { authorization: `Bearer ${token}`, 'affiliate-id': String(person.affiliateId) };
  }
}

/** Runs a command of the `scripts` folder. */
export async function runScript(name: string, args: string[], settings: NodeJS.ProcessEnv) {
  const { promise, resolve } = Promise.withResolvers<{ code: unknown; stdout: string; stderr: string }>();
  execFile(
    process.execPath,
    [join('scripts', name), ...args],
    { cwd: root, env: { ...preloadEnvironment, ...settings } },
    (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
  );
  return promise;
}
