import sharp from 'sharp';
import { headersOf, send, type Reply } from './caller.ts';
import { createDive } from './writes.ts';
import { ReplyError } from './caller.ts';
import type { DrillPortal } from './drill-portal.ts';
import { wait } from './drill-portal.ts';
import { buy, createPurchase, type StripeServer } from './purchase.ts';

interface Seen {
  count: number;
  longestMs: number;
}

type Probe = (portal: DrillPortal, person: number) => Promise<string>;

/** What people do, once a second each, without a second try. */
export async function createProbes(stripe: StripeServer): Promise<Record<string, Probe>> {
  const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#204060' } })
    .jpeg()
    .toBuffer();
  const get = async (path: string, { port }: DrillPortal, person?: number) =>
    describe(
      await send(port, { path, headers: person === undefined ? { accept: 'text/html' } : await headersOf(person) }),
    );
  return {
    'open a page': (portal) => get('/verify', portal),
    'read the dashboard': (portal, person) => get(`/api/global/profiles/${person}?profile=true`, portal, person),
    'log a dive': (portal, person) => describeCall(() => createDive(portal.port, person, crypto.randomUUID())),
    'buy a code': (portal, person) => describeCall(() => buy(createPurchase(person), () => portal.port, stripe)),
    'upload a photo': async (portal, person) => {
      const form = new FormData();
      form.append('imageFile', new Blob([photo], { type: 'image/jpeg' }), 'photo.jpg');
      const response = await fetch(`http://localhost:${portal.port}/api/certifications/certifications/photos/upload`, {
        method: 'POST',
        headers: await headersOf(person),
        body: form,
        signal: AbortSignal.timeout(15_000),
      });
      return describe({ status: response.status, text: await response.text() });
    },
  };
}

/** Status and error code of a reply, as the page shows it. */
function describe({ status, text }: Pick<Reply, 'status' | 'text'>): string {
  const code = /"code":"([\w.]+)"/.exec(text)?.[1];
  return code === undefined ? String(status) : `${status} ${code}`;
}

async function describeCall(call: () => Promise<unknown>): Promise<string> {
  try {
    await call();
    return '200';
  } catch (error) {
    if (error instanceof ReplyError) return describe(error.reply);
    const code = /"code":"([\w.]+)"/.exec((error as Error).message)?.[1];
    if (code !== undefined) return code;
    throw error;
  }
}

/** Runs all probes until the signal and returns what was seen by each, most frequent first. */
export async function watch(
  probes: Record<string, Probe>,
  portal: DrillPortal,
  people: readonly number[],
  signal: AbortSignal,
): Promise<Map<string, Map<string, Seen>>> {
  const seen = new Map(Object.keys(probes).map((name) => [name, new Map<string, Seen>()]));
  const runs = Object.entries(probes).map(async ([name, probe], at) => {
    const person = people[at] ?? 0;
    while (!signal.aborted) {
      const startedAt = performance.now();
      const outcome = await probe(portal, person).catch((error: Error) => `no reply (${error.message})`);
      const elapsedMs = performance.now() - startedAt;
      const { count, longestMs } = seen.get(name)?.get(outcome) ?? { count: 0, longestMs: 0 };
      seen.get(name)?.set(outcome, { count: count + 1, longestMs: Math.max(longestMs, elapsedMs) });
      await wait(Math.max(100, 1_000 - elapsedMs));
    }
  });
  await Promise.all(runs);
  return seen;
}

export function formatSeen(seen: ReadonlyMap<string, Seen>): string {
  return [...seen]
    .toSorted(([, one], [, other]) => other.count - one.count)
    .map(([outcome, { count, longestMs }]) => `${outcome} ×${count} (≤ ${(longestMs / 1_000).toFixed(1)} s)`)
    .join(', ');
}
