import helmet from 'helmet';
import type { Env } from '#platform/server/config/env.ts';
import { startScriptSource } from './start-script.ts';

const assetHeaders = new Set(['strict-transport-security', 'x-content-type-options', 'cross-origin-resource-policy']);

/** The security headers of scripts, styles and fonts: many small responses, so they have no headers that apply to pages only. */
export function createAssetHeaders(env: Pick<Env, 'BASE_URL' | 'CONTENT_ORIGIN'>): Record<string, string> {
  const all = createPageHeaders({ ...env, WEB_DEV: false });
  return Object.fromEntries(Object.entries(all).filter(([name]) => assetHeaders.has(name)));
}

/** The security headers of data and files, which run no scripts. */
export function createDataHeaders(env: Pick<Env, 'BASE_URL' | 'CONTENT_ORIGIN'>): Record<string, string> {
  return { ...createAssetHeaders(env), 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" };
}

/** The security headers of pages. They never change, so they are created once per server. */
export function createPageHeaders(env: Pick<Env, 'BASE_URL' | 'CONTENT_ORIGIN' | 'WEB_DEV'>): Record<string, string> {
  const isSecure = env.BASE_URL.startsWith('https:');
  const write = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Vite's hot reload needs inline scripts. Development only.
        scriptSrc: ["'self'", env.WEB_DEV ? "'unsafe-inline'" : startScriptSource],
        // React and React Aria position elements with style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: env.WEB_DEV ? ["'self'", 'ws:'] : ["'self'"],
        workerSrc: ["'self'"],
        // Third-party courses, and submitted files that the page has fetched itself.
        frameSrc: [env.CONTENT_ORIGIN, 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isSecure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
  const headers: Record<string, string> = {};
  const recorder = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  write({} as never, recorder as never, () => undefined);
  return headers;
}
