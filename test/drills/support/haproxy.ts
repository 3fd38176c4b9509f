import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { DrillRun } from './drill.ts';
import { waitUntil } from './drill-portal.ts';

/** HAProxy with a configuration file and the variables that it names. */
export class Haproxy {
  readonly #socket: string;

  private constructor(socket: string) {
    this.#socket = socket;
  }

  static async start(run: DrillRun, configFile: string, variables: Record<string, string>): Promise<Haproxy> {
    const socket = join(run.folder, 'haproxy.sock');
    const child = spawn('haproxy', ['-db', '-f', configFile], {
      env: { PATH: `${process.env['PATH']}:/usr/sbin`, HAPROXY_SOCKET: socket, ...variables },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => (errors += part));
    run.onEnd(async () => {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    });
    const haproxy = new Haproxy(socket);
    const isUp = await waitUntil(async () => (await haproxy.command('show info')).includes('Uptime'), 10_000);
    if (!isUp) throw new Error(`HAProxy did not start: ${errors}`);
    return haproxy;
  }

  /** Sends a command of the runtime API. */
  private async command(line: string): Promise<string> {
    const socket = connect(this.#socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.end(`${line}\n`);
    return text(socket);
  }
}
