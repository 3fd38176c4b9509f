import type { FastifyBaseLogger } from 'fastify';

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The logger of one request. Hardly any request writes a line, so the real one is made when it is first used. */
class RequestLogger {
  #own: FastifyBaseLogger | undefined;
  readonly #make: () => FastifyBaseLogger;

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make;
  }

  get own(): FastifyBaseLogger {
    return (this.#own ??= this.#make());
  }

  get level(): string {
    return this.own.level;
  }

  child(...args: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.own.child(...args);
  }
}
for (const level of levels)
  Object.defineProperty(RequestLogger.prototype, level, {
    value(this: RequestLogger, ...args: Parameters<FastifyBaseLogger['info']>) {
      this.own[level](...args);
    },
  });

export function requestLogger(make: () => FastifyBaseLogger): FastifyBaseLogger {
  return new RequestLogger(make) as unknown as FastifyBaseLogger;
}
