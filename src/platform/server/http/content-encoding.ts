import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** Smaller answers fit into one packet, compressed or not. */
export const minCompressedBytes = 1_024;

export type ContentEncoding = 'br' | 'zstd' | 'gzip';

/** Browsers send one of a few values, so parsed headers are kept. The limit bounds what other clients can add. */
const maxKnownHeaders = 200;
const knownHeaders = new Map<string, ContentEncoding | null>();

/** The encoding that the client prefers among the given ones, which are ordered by our preference. Null is identity. */
export function negotiateEncoding(
  request: FastifyRequest,
  encodings: readonly ContentEncoding[],
): ContentEncoding | null {
  const header = request.headers['accept-encoding'];
  if (typeof header !== 'string' || encodings.length === 0) return null;
  const key = `${encodings.join()} ${header}`;
  const known = knownHeaders.get(key);
  if (known !== undefined) return known;
  const negotiated = negotiate(header, encodings);
  if (knownHeaders.size < maxKnownHeaders) knownHeaders.set(key, negotiated);
  return negotiated;
}

function negotiate(header: string, encodings: readonly ContentEncoding[]): ContentEncoding | null {
  // Negotiator lists equal preferences in the order of the header unless told ours. Its types lack that parameter.
  const negotiator: {
    encodings: (available: readonly string[], options: { preferred: readonly string[] }) => string[];
  } = new Negotiator({ headers: { 'accept-encoding': header } });
  const offered = [...encodings, 'identity'];
  const [chosen] = negotiator.encodings(offered, { preferred: offered });
  return encodings.find((encoding) => encoding === chosen) ?? null;
}
