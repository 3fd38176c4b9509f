import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ClientConfig } from 'pg';

export interface PgBouncer {
  connection: ClientConfig;
  /** The address as a setting. */
  url: string;
  stop(): Promise<void>;
}

export interface PgBouncerOptions {
  command: string;
  /** The server that it connects to, as the user of the connection. */
  server: ClientConfig;
  settings?: Record<string, number | string>;
}

/** For example `[1, 18]`. */
export async function readPgBouncerVersion(command: string): Promise<[major: number, minor: number]> {
  const { stdout } = await promisify(execFile)(command, ['--version']);
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? [];
  return [Number(major), Number(minor)];
}

/** Starts a PgBouncer in transaction mode on a Unix socket. */
export async function startPgBouncer({ command, server, settings = {} }: PgBouncerOptions): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  // Its account must be able to create the socket.
  await chmod(folder, 0o777);
  const allSettings = {
    listen_addr: '',
    listen_port: 6432,
    unix_socket_dir: folder,
    // Accepts everyone who can reach the socket, as the user of the server's address.
    auth_type: 'any',
    pool_mode: 'transaction',
    max_client_conn: 500,
    default_pool_size: 3,
    ...settings,
  };
  const { host, port, user } = server;
  const lines = Object.entries(allSettings).map(([name, value]) => `${name} = ${value}`);
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, `[databases]\n* = host=${host} port=${port} user=${user}\n[pgbouncer]\n${lines.join('\n')}\n`);
  // It refuses to run as root. The owner of the server's socket folder can connect to the server.
  const { uid, gid } = await stat(host ?? '');
  const account = process.getuid?.() === 0 ? { uid, gid } : {};
  const child = spawn(command, [file], { ...account, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const ended = once(child, 'close');
  const connection = { ...server, host: folder, port: allSettings.listen_port };
  const ready = new Promise<void>((resolve, reject) => {
    child.stderr.on('data', () => log.includes('process up') && resolve());
    void ended.then(() => reject(new Error(`PgBouncer did not start: ${log}`)));
  });
  await ready;
  const database = encodeURIComponent(connection.database ?? '');
  return {
    connection,
    url: `postgres://${user}@localhost:${connection.port}/${database}?host=${encodeURIComponent(folder)}`,
    async stop() {
      // Other signals wait for open connections, depending on the version.
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
