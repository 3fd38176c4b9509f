import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseOsAccount, type OsAccount } from '#platform/server/postgres/account.ts';
import { findFreePort } from '#test/support/free-port.ts';
import type { DrillRun } from './drill.ts';
import { waitUntil } from './drill-portal.ts';

const template = join(import.meta.dirname, '../../../deploy/patroni/patroni.yml');
export const databasePassword = 'only-for-drills';

interface Node {
  name: string;
  port: number;
  restPort: number;
  dataDir: string;
  configFile: string;
  patroni: ChildProcess | undefined;
}

/** Three PostgreSQL under Patroni, with one etcd, all on this machine. */
export class PatroniCluster {
  readonly nodes: readonly Node[];
  readonly #account: OsAccount | null;

  private constructor(nodes: readonly Node[], account: OsAccount | null) {
    this.nodes = nodes;
    this.#account = account;
  }

  static async start(run: DrillRun): Promise<PatroniCluster> {
    const account = await chooseOsAccount(run.folder);
    await chmod(run.folder, 0o755);
    const etcdPort = await startEtcd(run);
    const nodes: Node[] = [];
    for (const name of ['pg1', 'pg2', 'pg3']) nodes.push(await createNode(run, name, etcdPort, account));
    const cluster = new PatroniCluster(nodes, account);
    run.onEnd(async () => {
      for (const node of nodes) await cluster.kill(node);
    });
    for (const node of nodes) cluster.startNode(node);
    const isComplete = await waitUntil(async () => (await cluster.listRoles()).includes('sync_standby'), 180_000);
    if (!isComplete)
      throw new Error(`the cluster has no synchronous standby: ${(await cluster.listRoles()).join(', ')}`);
    return cluster;
  }

  startNode(node: Node): void {
    node.patroni = spawn('patroni', [node.configFile], {
      ...this.#account,
      cwd: '/',
      env: { PATH: `${process.env['PATH']}:/usr/bin`, LANG: 'C.UTF-8' },
      stdio: 'ignore',
    });
  }

  /** Kills PostgreSQL and Patroni, like a machine that loses power. */
  async kill(node: Node): Promise<void> {
    const { patroni } = node;
    const exited = patroni === undefined || patroni.exitCode !== null ? undefined : once(patroni, 'exit');
    patroni?.kill('SIGKILL');
    const pid = Number((await readFile(join(node.dataDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
    try {
      if (pid > 0) process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended before.
    }
    await exited;
  }

  async findPrimary(): Promise<Node | undefined> {
    for (const node of this.nodes) if ((await readRole(node)) === 'primary') return node;
    return undefined;
  }

  /** The role of each node: primary, sync_standby, replica or gone. */
  async listRoles(): Promise<string[]> {
    return Promise.all(this.nodes.map(readRole));
  }
}

async function readRole({ restPort }: Node): Promise<string> {
  try {
    const response = await fetch(`http://127.0.0.1:${restPort}/patroni`, { signal: AbortSignal.timeout(2_000) });
    const status = (await response.json()) as { role: string; state: string; sync_standby?: boolean };
    if (status.state !== 'running') return status.state;
    if (status.role === 'master' || status.role === 'primary') return 'primary';
    return status.sync_standby === true ? 'sync_standby' : 'replica';
  } catch {
    return 'gone';
  }
}

async function startEtcd(run: DrillRun): Promise<number> {
  const [port, peerPort] = [await findFreePort(), await findFreePort()];
  const url = `http://127.0.0.1:${port}`;
  const peerUrl = `http://127.0.0.1:${peerPort}`;
  const child = spawn(
    'etcd',
    ['--data-dir', join(run.folder, 'etcd'), '--listen-client-urls', url, '--advertise-client-urls', url]
      .concat(['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl])
      .concat(['--initial-cluster', `default=${peerUrl}`]),
    { stdio: 'ignore' },
  );
  run.onEnd(() => void child.kill('SIGKILL'));
  const isUp = await waitUntil(async () => (await fetch(`${url}/health`)).ok, 30_000);
  if (!isUp) throw new Error('etcd did not start');
  return port;
}

async function createNode(run: DrillRun, name: string, etcdPort: number, account: OsAccount | null): Promise<Node> {
  const folder = join(run.folder, name);
  const [port, restPort] = [await findFreePort(), await findFreePort()];
  const dataDir = join(folder, 'data');
  const configFile = join(folder, 'patroni.yml');
  mkdirSync(folder);
  const values: Record<string, string> = {
    NODE: name,
    HOST: '127.0.0.1',
    REST_PORT: String(restPort),
    PORT: String(port),
    ETCD: `127.0.0.1:${etcdPort}`,
    DATA: dataDir,
    PASSWORD: databasePassword,
  };
  const text = readFileSync(template, 'utf8').replaceAll(/\b[A-Z_]+\b/g, (word) => values[word] ?? word);
  writeFileSync(configFile, text);
  for (const path of account === null ? [] : [folder, configFile])
    chownSync(path, account?.uid ?? 0, account?.gid ?? 0);
  return { name, port, restPort, dataDir, configFile, patroni: undefined };
}
