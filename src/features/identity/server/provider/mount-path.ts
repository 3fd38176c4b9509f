import type { Env } from '#platform/server/config/env.ts';
import { hasSecureCookies } from '#platform/server/http/cookies.ts';
import { getCookieName } from '#platform/shared/cookie-name.ts';

/** The path of the account service on its host. */
export const mountPath = '/sso';

export function getCookieNames(env: Pick<Env, 'BASE_URL'>) {
  const isSecure = hasSecureCookies(env);
  return {
    session: getCookieName('sso_session', isSecure),
    interaction: getCookieName('sso_interaction', isSecure),
    resume: getCookieName('sso_resume', isSecure),
  };
}
