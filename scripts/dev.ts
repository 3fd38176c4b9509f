/**
 * `npm run dev`: the server with Vite, restarted when server code changes. Restarts take less than a second because the
 * database keeps running and a spare server has its packages loaded already.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openConnection } from '#app/server/database-connection.ts';
import { readEnv } from '#platform/server/config/env.ts';
import { runCommand } from './run-command.ts';

const root = join(import.meta.dirname, '..');
/** Files the server loads. Vite reloads everything else. */
const serverFiles =
  /^(src\/(main\.ts|(app|features\/[^/]+|platform)\/(server|shared)\/|(demo|domain)\/)|migrations\/|brand\/)/;
const settleMs = 30;
const killAfterMs = 1_000;

await runCommand(async () => {
  const env = readEnv({ ...process.env, WEB_DEV: 'true' });
  const database = await openConnection(env);
  const { host = '', user = '', database: name = '', port = 5432 } = database.connection;
  const url = env.DATABASE_URL ?? `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;

  const prepare = () =>
    fork(join(import.meta.dirname, 'dev-server.ts'), {
      cwd: root,
      env: { ...process.env, WEB_DEV: 'true', DATABASE_URL: url },
    });
  const start = async (server: ChildProcess) => {
    server.send('begin');
    await Promise.race([once(server, 'message'), once(server, 'exit')]);
  };

  let running = prepare();
  await start(running);
  let spare = prepare();
  let isChanged = false;
  let isRestarting = false;

  async function restart(): Promise<void> {
    isChanged = true;
    if (isRestarting) return;
    isRestarting = true;
    while (isChanged) {
      await delay(settleMs);
      isChanged = false;
      const startedAt = performance.now();
      await stopServer(running);
      running = spare;
      await start(running);
      if (running.exitCode === null) console.log(`restarted in ${Math.round(performance.now() - startedAt)} ms`);
      spare = prepare();
    }
    isRestarting = false;
  }

  for (const folder of ['src', 'migrations', 'brand'])
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      const path = `${folder}/${String(file)}`;
      if (serverFiles.test(path) && !/\.test\.tsx?$/.test(path) && existsSync(join(root, path))) void restart();
    });

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await Promise.all([stopServer(running), stopServer(spare)]);
    await database.stop();
    process.exit(0);
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
});

/** Kills a server that does not stop in time. No data is lost, because the database is another process. */
async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const killTimer = setTimeout(() => server.kill('SIGKILL'), killAfterMs);
  server.kill('SIGTERM');
  await once(server, 'exit');
  clearTimeout(killTimer);
}
