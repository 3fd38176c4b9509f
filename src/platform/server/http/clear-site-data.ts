import type { FastifyReply } from 'fastify';

/**
 * Deletes the pages and answers that the browser has cached, also those that the back button would restore. Its storage stays:
 * the page deletes drafts and unsent changes itself, after it has sent what it can.
 */
export function clearBrowserCache(reply: FastifyReply): void {
  reply.header('clear-site-data', '"cache"');
}
