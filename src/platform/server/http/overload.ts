import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const loopSampleMs = 1_000;
const resolutionMs = 10;

const rateSampleMs = 250;
/** Requests that may always run at the same time. The time that so few take says nothing about the process. */
const leastRunning = 64;
/** An admitted request should be answered within this time. */
const maxWaitS = 1.5;
/** Until the process was busy for the first time, so that a rush after a quiet time is not refused. */
const initialPerSecond = 200;
const rateWeight = 0.3;

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the process has more work than it can do in time. */
    isOverloaded(): boolean;
  }
}

/**
 * Decorates the app with `isOverloaded`, which is never true if the limit is 0. There are two signs of overload:
 *
 * - The mean delay of the event loop in the last second exceeds the limit. The mean, so a merely busy server keeps serving.
 * - The requests that run would take longer than `maxWaitS` at the rate at which a busy process answers requests. Each
 *   request waits for the database and the thread pool many times, and all wait longer when there are more of them, long before
 *   the event loop is blocked.
 */
export function monitorOverload(app: FastifyInstance, limitMs: number): void {
  const isLagging = limitMs === 0 ? () => false : createLagCheck(app, limitMs);
  const isCrowded = limitMs === 0 ? () => false : createCrowdCheck(app);
  app.decorate('isOverloaded', () => isLagging() || isCrowded());
}

/** Measures from the time the server listens, because the start of a process is slow. */
function createLagCheck(app: FastifyInstance, limitMs: number): () => boolean {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  let isLagging = false;
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    delay.enable();
    timer = setInterval(() => {
      // There is no mean if the loop was blocked for the whole second.
      isLagging = Number.isNaN(delay.mean) || delay.mean / 1e6 - resolutionMs > limitMs;
      delay.reset();
    }, loopSampleMs).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delay.disable();
  });
  return () => isLagging;
}

function createCrowdCheck(app: FastifyInstance): () => boolean {
  const running = new Set<FastifyRequest>();
  let answered = 0;
  /** The fewest that ran at the same time since the last sample. */
  let fewest = 0;
  let perSecond = initialPerSecond;
  let sampledAt = performance.now();

  function end(request: FastifyRequest): void {
    if (!running.delete(request)) return;
    answered += 1;
    fewest = Math.min(fewest, running.size);
  }

  const timer = setInterval(() => {
    const now = performance.now();
    const sample = (answered * 1_000) / (now - sampledAt);
    // The rate of a process that was idle in between is that of its clients.
    if (fewest >= leastRunning) perSecond += rateWeight * (sample - perSecond);
    answered = 0;
    fewest = running.size;
    sampledAt = now;
  }, rateSampleMs).unref();

  // After the hook that refuses requests, so those are not counted.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (isMeasured(request)) {
      running.add(request);
      // Also of a client that left, and of a reply that Fastify doesn't send.
      reply.raw.once('close', () => end(request));
    }
    done();
  });
  // Not when everything was received: that depends on the client.
  app.addHook('onSend', (request: FastifyRequest, _reply: FastifyReply, _payload, done) => {
    end(request);
    done();
  });
  app.addHook('onClose', async () => clearInterval(timer));
  return () => running.size > Math.max(leastRunning, perSecond * maxWaitS);
}

/** Uploads take as long as their clients need, and streams stay open. */
function isMeasured({ headers }: FastifyRequest): boolean {
  return headers.upgrade === undefined && headers['content-type']?.startsWith('multipart/') !== true;
}
