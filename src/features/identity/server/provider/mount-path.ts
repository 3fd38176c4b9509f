import type { Env } from '#platform/server/config/env.ts';

/** The path of the account service on its host. */
export const mountPath = '/sso';

export function getCookieNames(env: Pick<Env, 'BASE_URL'>) {
  const prefix = env.BASE_URL.startsWith('https:') ? '__Secure-' : '';
  return { session: `${prefix}sso_session`, interaction: `${prefix}sso_interaction`, resume: `${prefix}sso_resume` };
}
