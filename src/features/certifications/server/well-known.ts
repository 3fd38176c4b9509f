import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../../platform/server/context.ts';
import { currentKey, publicKeys, publishedChannel } from './keys.ts';
import { makeStatusList } from './status-list.ts';

interface Published {
  body: string;
  etag: string;
}

/** Where anybody finds the keys that sign cards, and the list of cards that count no more. */
export function registerWellKnown(app: FastifyInstance, services: Services): void {
  const { database, env, pubsub } = services;
  serve('/.well-known/card-keys.json', 'application/jwk-set+json', async () => {
    // On the first day there is none yet, and a set without keys would be kept for a minute by whoever asks.
    await currentKey(database.db, env.SECRET_KEYS);
    return JSON.stringify(await publicKeys(database.db));
  });
  serve('/.well-known/card-status.jwt', 'application/vc+jwt', () => makeStatusList(services, database.db));

  /** Made once, and again after a change: whoever asks, however often, costs nothing. */
  function serve(url: string, contentType: string, make: () => Promise<string>): void {
    let made: Promise<Published> | undefined;
    const forget = (): void => {
      made = undefined;
    };
    pubsub.on(publishedChannel, forget);
    // What was told while nobody could hear may have been a change.
    pubsub.onReconnect(forget);
    app.get(url, async (request, reply) => {
      made ??= publishedBy(make);
      const asked = made;
      try {
        return send(request, reply, contentType, await asked);
      } catch (error) {
        if (made === asked) forget();
        throw error;
      }
    });
  }
}

async function publishedBy(make: () => Promise<string>): Promise<Published> {
  const body = await make();
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

function send(request: FastifyRequest, reply: FastifyReply, contentType: string, { body, etag }: Published) {
  reply.headers({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=60',
    etag,
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type(contentType).send(body);
}
