import { inject } from 'vitest';

/** The portal that a browser test worker uses. */
export interface WorkerPortal {
  baseUrl: string;
  dataDir: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    portals: WorkerPortal[];
  }
}

/** The portal of this Vitest worker, which no other worker uses. */
export function getWorkerPortal(): WorkerPortal {
  const portal = inject('portals')[Number(process.env['VITEST_POOL_ID']) - 1];
  if (portal === undefined) throw new Error(`no portal for Vitest worker ${process.env['VITEST_POOL_ID']}`);
  return portal;
}
