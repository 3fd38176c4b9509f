import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildWeb } from '#app/server/build-web.ts';
import { createScratchFolder } from '#platform/testing/scratch-folder.ts';
import type { WorkerPortal } from '#platform/testing/worker-portal.ts';
import { findFreePort } from '#test/support/free-port.ts';

const root = join(import.meta.dirname, '../..');
/** Seeding the demo takes minutes on a busy machine. */
const startMs = 600_000;
/** Longer than the portal waits for its own parts before it exits. */
const stopMs = 120_000;

/** Starts one portal for each worker, because files that run in parallel change the demo accounts. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Each start would build the web app otherwise.
  await buildWeb();
  const starts = await Promise.allSettled(Array.from({ length: project.config.maxWorkers }, startPortal));
  const portals = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const stopAll = async () => throwFirst(await Promise.allSettled(portals.map((portal) => portal.stop())));
  if (portals.length < starts.length) {
    await stopAll();
    throwFirst(starts);
  }
  project.provide(
    'portals',
    portals.map(({ baseUrl, dataDir }) => ({ baseUrl, dataDir })),
  );
  return stopAll;
}

function throwFirst(results: readonly PromiseSettledResult<unknown>[]): void {
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

interface StartedPortal extends WorkerPortal {
  stop(): Promise<void>;
}

/** Starts the real portal with its own port and data folder. */
async function startPortal(): Promise<StartedPortal> {
  const dataDir = await createScratchFolder();
  const port = await findFreePort();
  const baseUrl = `http://localhost:${port}`;
  const portal = spawn(process.execPath, ['src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      BASE_URL: baseUrl,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MIN: '100000',
      LOOP_DELAY_LIMIT_MS: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collectOutput(portal);
  try {
    await waitUntilReady(portal, output);
  } catch (error) {
    portal.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
  return {
    baseUrl,
    dataDir,
    stop: () => stop(portal, output).finally(() => rm(dataDir, { recursive: true, force: true })),
  };
}

interface Output {
  text: string;
  onText: () => void;
}

function collectOutput(portal: ChildProcess): Output {
  const output: Output = { text: '', onText: () => undefined };
  for (const stream of [portal.stdout, portal.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output.text += text;
      output.onText();
    });
  }
  return output;
}

async function waitUntilReady(portal: ChildProcess, output: Output): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  output.onText = () => {
    if (output.text.includes('ready at')) resolve();
  };
  const onExit = (code: number | null) => reject(new Error(`the portal exited with ${code}:\n${output.text}`));
  portal.once('exit', onExit);
  AbortSignal.timeout(startMs).addEventListener('abort', () =>
    reject(new Error(`the portal was not ready within ${startMs / 1000} s:\n${output.text}`)),
  );
  await promise;
  portal.off('exit', onExit);
}

/** Stops the portal. Its output is part of the error, because it usually shows the reason. */
async function stop(portal: ChildProcess, output: Output): Promise<void> {
  if (portal.exitCode !== null || portal.signalCode !== null)
    throw new Error(`the portal exited unexpectedly (${portal.exitCode ?? portal.signalCode}):\n${output.text}`);
  const ended = once(portal, 'exit', { signal: AbortSignal.timeout(stopMs) });
  portal.kill('SIGTERM');
  try {
    const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null];
    if (code !== 0) throw new Error(`the portal stopped with ${code ?? signal}:\n${output.text}`);
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
    portal.kill('SIGKILL');
    throw new Error(`the portal did not stop within ${stopMs / 1000} s:\n${output.text}`, { cause: error });
  }
}
