import type { FastifyBaseLogger } from 'fastify';

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The logger of one request. It is created on first use, because few requests log anything. */
class LazyRequestLogger {
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
  Object.defineProperty(LazyRequestLogger.prototype, level, {
    value(this: LazyRequestLogger, ...args: Parameters<FastifyBaseLogger['info']>) {
      this.own[level](...args);
    },
  });

export function createRequestLogger(make: () => FastifyBaseLogger): FastifyBaseLogger {
  return new LazyRequestLogger(make) as unknown as FastifyBaseLogger;
}
