import { isIP } from 'node:net';

/** Second levels below which country registries register names, such as `co.uk`. */
const registryLevels = new Set(
  'ac asn co com edu gen go gob gouv gov gv id ltd me mil ne net nom or org plc sch web'.split(' '),
);

/**
 * Whether one of the hosts could set cookies that browsers send to the other. Without a list of all public suffixes, hosts
 * below the domain of a hosting provider count as one site.
 */
export function isSameSite(host: string, other: string): boolean {
  if ([host, other].some((name) => isIP(name.replaceAll(/[[\]]/g, '')) !== 0)) return host === other;
  const isBelow = host.endsWith(`.${other}`) || other.endsWith(`.${host}`);
  return isBelow || getRegistrableDomain(host) === getRegistrableDomain(other);
}

function getRegistrableDomain(host: string): string {
  const labels = host.split('.');
  const [second = '', top = ''] = labels.slice(-2);
  const size = top.length === 2 && registryLevels.has(second) ? 3 : 2;
  return labels.slice(-size).join('.');
}
