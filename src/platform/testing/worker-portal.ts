import { inject } from 'vitest';

/** Where the portal of a browser test answers, and what it keeps its data in. */
export interface WorkerPortal {
  baseUrl: string;
  dataDir: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    portals: WorkerPortal[];
  }
}

/** The one that belongs to this worker alone. */
export function getWorkerPortal(): WorkerPortal {
  const portal = inject('portals')[Number(process.env['VITEST_POOL_ID']) - 1];
  if (portal === undefined) throw new Error('this worker has no portal');
  return portal;
}
