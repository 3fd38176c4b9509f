import type { FastifyRequest } from 'fastify';

const absoluteAddress = /^https?:\/\/([^/?#]*)/i;

/** A request may name its absolute address (RFC 9112, 3.2.2). Everything after the router reads a path. */
export function toPath(address: string): string {
  const path = address.replace(absoluteAddress, '');
  return path === address || path.startsWith('/') ? path : `/${path}`;
}

/** Whether the address names another host than the `Host` header: two readers could serve it from different hosts. */
export function namesOtherHost({ originalUrl, headers }: FastifyRequest): boolean {
  const [, host] = absoluteAddress.exec(originalUrl) ?? [];
  return host !== undefined && host.toLowerCase() !== headers.host?.toLowerCase();
}
