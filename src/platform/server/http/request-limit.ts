import { getIpNetwork } from './ip-network.ts';

const windowMs = 60_000;
/** Beyond it the counts start again, which bounds the memory in a flood from many networks. */
const maxNetworks = 100_000;

/**
 * Counts the requests of each network in windows of one minute, which keeps a process alive in a flood. Returns the
 * seconds to wait, or null if the request is allowed.
 */
export function createRequestLimit(maxPerMinute: number): (ip: string) => number | null {
  const counts = new Map<string, number>();
  let windowEndMs = 0;
  return (ip) => {
    const nowMs = Date.now();
    if (nowMs >= windowEndMs || counts.size >= maxNetworks) {
      counts.clear();
      windowEndMs = nowMs + windowMs;
    }
    const network = getIpNetwork(ip);
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    return count > maxPerMinute ? Math.ceil((windowEndMs - nowMs) / 1000) : null;
  };
}
