import type { Provider } from 'oidc-provider';
import type { Env } from '#platform/server/config/env.ts';
import { getCookieNames } from './mount-path.ts';

/** Each sign-in that was opened and left adds half a kilobyte of cookies to every request for an hour. */
const maxInteractions = 5;

/**
 * Gives the cookies of each interaction their own name. oidc-provider tells the sign-ins of several tabs apart by the path of
 * a cookie, but the path of a `__Host-` cookie is always `/`.
 */
export function nameCookiesByInteraction(provider: Provider, env: Pick<Env, 'BASE_URL'>): void {
  const { interaction, resume } = getCookieNames(env);
  const createContext = provider.createContext.bind(provider);
  provider.createContext = (request, response) => {
    const context = createContext(request, response);
    const { cookies } = context;
    const [get, set] = [cookies.get.bind(cookies), cookies.set.bind(cookies)];
    const isNamed = (name: string) => name === interaction || name === resume;
    cookies.get = (name, options) => get(isNamed(name) ? `${name}_${findUid(request.url)}` : name, options);
    cookies.set = (name, value, options) => {
      const onHost = { ...options, path: '/' };
      if (!isNamed(name)) return set(name, value, onHost);
      const uid = findUid(options?.path);
      const isOver = name === resume && value === null;
      // oidc-provider leaves the cookie of an interaction that has ended.
      const ended = isOver ? [uid] : listUids(request.headers.cookie, interaction).slice(0, 1 - maxInteractions);
      for (const left of ended) for (const each of [interaction, resume]) set(`${each}_${left}`, null, onHost);
      return isOver ? cookies : set(`${name}_${uid}`, value, onHost);
    };
    return context;
  };
}

function findUid(path = ''): string {
  return /\/(?:interaction|auth)\/([\w-]+)/.exec(path)?.[1] ?? '';
}

/** Browsers send the oldest cookie first. */
function listUids(header: string | undefined, name: string): string[] {
  return (header ?? '').split('; ').flatMap((pair) => {
    const [key = ''] = pair.split('=', 1);
    return key.startsWith(`${name}_`) && !key.endsWith('.sig') ? [key.slice(name.length + 1)] : [];
  });
}
