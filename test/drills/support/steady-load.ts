import { backoffMs } from '#platform/web/client/backoff.ts';
import { headersOf, send, type Call, type Reply } from './caller.ts';
import { wait } from './drill-portal.ts';

export interface LoadFigures {
  sent: number;
  ok: number;
  /** By what was wrong with the reply. */
  failed: Map<string, number>;
  /** Replies of an overloaded portal, which did nothing. The request was repeated. */
  shed: number;
  /** Requests that were not sent on time, because too many waited for a reply. */
  skipped: number;
  latenciesMs: number[];
  elapsedS: number;
}

const maxPending = 1_000;
/** As many as a page makes. */
const maxRetries = 3;

/** Sends requests at a steady rate, whatever the replies take, until the signal. */
export async function loadSteadily(
  perSecond: number,
  createRequest: (number: number) => { person?: number; typeId?: number; call: Call },
  getPort: () => number,
  signal: AbortSignal,
): Promise<LoadFigures> {
  const figures: LoadFigures = { sent: 0, ok: 0, failed: new Map(), shed: 0, skipped: 0, latenciesMs: [], elapsedS: 0 };
  const pending = new Set<Promise<void>>();
  const repeatWhileShed = async (call: Call): Promise<Reply> => {
    for (let retries = 0; ; retries++) {
      const reply = await send(getPort(), call);
      const isShed = reply.status === 503 && reply.text.includes('server.overloaded');
      if (isShed) figures.shed += 1;
      if (!isShed || retries === maxRetries) return reply;
      await wait(backoffMs(retries));
    }
  };
  const sendOne = async (number: number) => {
    const { person, typeId, call } = createRequest(number);
    const startedAt = performance.now();
    const headers = { ...(person !== undefined && (await headersOf(person, typeId))), ...call.headers };
    const outcome = await repeatWhileShed({ ...call, headers }).then(
      ({ status, text }) =>
        status === 200 && !text.includes('"errors":[') ? null : `${status} ${describePath(call.path)}`,
      (error: Error) => `${error.message} ${describePath(call.path)}`,
    );
    figures.latenciesMs.push(performance.now() - startedAt);
    if (outcome === null) figures.ok += 1;
    else figures.failed.set(outcome, (figures.failed.get(outcome) ?? 0) + 1);
  };
  const startedAt = performance.now();
  for (let due = 0; !signal.aborted; await wait(5))
    for (const until = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond); due < until; due++) {
      if (pending.size >= maxPending) {
        figures.skipped += 1;
        continue;
      }
      figures.sent += 1;
      const one = sendOne(due).finally(() => pending.delete(one));
      pending.add(one);
    }
  figures.elapsedS = (performance.now() - startedAt) / 1_000;
  await Promise.all(pending);
  return figures;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const formatFailures = (failed: ReadonlyMap<string, number>): string =>
  [...failed].map(([what, count]) => `${what} ×${count}`).join(', ');

/** Without the numbers of people. */
const describePath = (path: string): string => path.replaceAll(/\d{4,}/g, '#').slice(0, 40);
