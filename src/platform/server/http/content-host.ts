import type { Env } from '#platform/server/config/env.ts';

/** The path of third-party content, which is served on a separate host only. */
export const contentPrefix = '/scorm/';

/** Returns a check for the content host, whose pages share no cookies and no storage with ours. */
export function createContentHostCheck({ CONTENT_ORIGIN }: Pick<Env, 'CONTENT_ORIGIN'>): (host: string) => boolean {
  const { host: contentHost, protocol } = new URL(CONTENT_ORIGIN);
  const defaultPort = protocol === 'https:' ? ':443' : ':80';
  return (host) => {
    const requestHost = host.toLowerCase();
    return requestHost === contentHost || requestHost === `${contentHost}${defaultPort}`;
  };
}
