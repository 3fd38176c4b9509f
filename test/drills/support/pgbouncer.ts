import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseOsAccount } from '#platform/server/postgres/account.ts';
import { readPgBouncerVersion } from '#platform/testing/pgbouncer.ts';
import { findFreePort } from '#test/support/free-port.ts';
import type { DrillRun } from './drill.ts';
import type { QueryTarget } from './drill-database.ts';

const template = join(import.meta.dirname, '../../../deploy/pgbouncer');
const command = '/usr/sbin/pgbouncer';

interface Server {
  database: QueryTarget;
  port: number;
  user: string;
  password: string;
}

/** Starts PgBouncer with the files of `deploy/pgbouncer` and returns the settings of portals that use it. */
export async function startDrillPooler(run: DrillRun, server: Server): Promise<Record<string, string>> {
  const { database, user, password } = server;
  const folder = join(run.folder, 'pgbouncer');
  await mkdir(folder);
  // Its account must be able to create the socket.
  await chmod(folder, 0o777);
  const port = await findFreePort();
  const [major, minor] = await readPgBouncerVersion(command);
  const isOld = major === 1 && minor < 21;
  run.print(`PgBouncer ${major}.${minor}, ${isOld ? 'unnamed' : 'named'} statements`);
  const role = await readFile(join(template, 'role.sql'), 'utf8');
  for (const statement of role.replaceAll(/^--.*$/gm, '').split(';'))
    if (statement.trim() !== '') await database.query(statement.replace('role halocline', `role ${user}`));
  await writeFile(join(folder, 'userlist.txt'), `"${user}" "${password}"\n`);
  const config = await readFile(join(template, 'pgbouncer.ini'), 'utf8');
  const changes: (readonly [string | RegExp, string])[] = [
    ['host=127.0.0.1 port=5000 dbname=halocline', `host=127.0.0.1 port=${server.port} dbname=postgres`],
    [/^halocline_replica.*$/m, ''],
    ['listen_port = 6432', `listen_port = ${port}`],
    ['/var/run/postgresql', folder],
    ['/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt')],
    ...(isOld ? [] : ([[';max_prepared_statements', 'max_prepared_statements']] as const)),
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    changes.reduce((text, [from, to]) => {
      const changed = text.replace(from, to);
      if (changed === text) throw new Error(`deploy/pgbouncer/pgbouncer.ini does not contain ${String(from)}`);
      return changed;
    }, config),
  );
  // It refuses to run as root.
  const child = spawn(command, [file], {
    ...(await chooseOsAccount(run.folder)),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close');
  run.onEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let log = '';
  child.stderr.setEncoding('utf8');
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (text: string) => {
      log += text;
      if (log.includes('process up')) resolve();
    });
    void ended.then(() => reject(new Error(`PgBouncer did not start: ${log}`)));
  });
  return {
    DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${port}/halocline`,
    DATABASE_DIRECT_URL: `postgres://${user}:${password}@127.0.0.1:${server.port}/postgres`,
    DATABASE_STATEMENTS: isOld ? 'unnamed' : 'named',
  };
}
