import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections and to servers that ask for any port, so nobody else takes one of these. */
const [firstPort, lastPort] = [20_000, 31_999];

/** A port for a program that has to know its address before it listens. A program that can report its port listens on 0. */
export async function findFreePort(): Promise<number> {
  // A random start, because other processes look for ports at the same time.
  const port = firstPort + Math.floor(Math.random() * (lastPort - firstPort + 1));
  return (await isFree(port)) ? port : findFreePort();
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port);
  try {
    await once(probe, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
