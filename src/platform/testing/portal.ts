import { inject } from 'vitest';

/** Where the portal of a browser test answers, and what it keeps its data in. */
export interface PortalOfWorker {
  baseUrl: string;
  dataDir: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    portals: PortalOfWorker[];
  }
}

/** The one that belongs to this worker alone. */
export function ownPortal(): PortalOfWorker {
  const portal = inject('portals')[Number(process.env['VITEST_POOL_ID']) - 1];
  if (portal === undefined) throw new Error('this worker has no portal');
  return portal;
}
