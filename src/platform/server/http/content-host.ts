import type { Env } from '#platform/server/config/env.ts';

/** Where what others made lies. It is answered on a host of its own and on no other. */
export const contentPrefix = '/scorm/';

/** Whether a request is to that host, whose pages share no cookies and no storage with ours. */
export function createContentHostCheck({ CONTENT_ORIGIN }: Pick<Env, 'CONTENT_ORIGIN'>): (host: string) => boolean {
  const { host: wanted, protocol } = new URL(CONTENT_ORIGIN);
  const ordinaryPort = protocol === 'https:' ? ':443' : ':80';
  return (host) => {
    const given = host.toLowerCase();
    return given === wanted || given === `${wanted}${ordinaryPort}`;
  };
}
