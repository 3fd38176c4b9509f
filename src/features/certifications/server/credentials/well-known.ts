import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#platform/server/http/context.ts';
import { fail } from '#platform/shared/errors.ts';
import { cardKeysPath, buildKeyUrl } from '#features/certifications/shared/card-key-url.ts';
import type { CardKeys } from '#features/certifications/shared/credential.ts';
import { getCurrentKey, listPublicKeys, publishedChannel } from './signing-keys.ts';
import { makeStatusList } from './status-list.ts';

interface Published {
  body: string;
  etag: string;
}

/** Serves the keys that sign cards and the list of revoked cards. */
export function registerWellKnown(app: FastifyInstance, services: Services): void {
  const { database, env, pubsub } = services;
  const minute = 'public, max-age=60';
  const readKeys = async () => {
    // On a new installation there is no key yet, and clients would cache an empty key set for a minute.
    await getCurrentKey(database.db, env.SECRET_KEYS);
    return listPublicKeys(database.db);
  };
  const keySet = cached(async () => toPublished(JSON.stringify(await readKeys())));
  const statusList = cached(async () => toPublished(await makeStatusList(services, database.db)));
  const keys = cached(async () => publishKeys(await readKeys(), env.BASE_URL));

  app.get(`${cardKeysPath}.json`, async (request, reply) =>
    send(request, reply, { type: 'application/jwk-set+json', cacheControl: minute }, await keySet()),
  );
  app.get('/.well-known/card-status.jwt', async (request, reply) =>
    send(request, reply, { type: 'application/vc+jwt', cacheControl: minute }, await statusList()),
  );
  // A key URL never changes its content, because another key has another URL.
  app.get<{ Params: { keyId: string } }>(`${cardKeysPath}/:keyId`, async (request, reply) => {
    const key = (await keys()).get(request.params.keyId);
    if (key === undefined) throw fail('not_found');
    return send(request, reply, { type: 'application/jwk+json', cacheControl: 'public, max-age=86400' }, key);
  });

  /** Computes the value once and again after a change, so requests are cheap. */
  function cached<Value>(make: () => Promise<Value>): () => Promise<Value> {
    let made: Promise<Value> | undefined;
    const forget = (): void => {
      made = undefined;
    };
    pubsub.on(publishedChannel, forget);
    // Changes may have been missed while disconnected.
    pubsub.onReconnect(forget);
    return async () => {
      made ??= make();
      const current = made;
      try {
        return await current;
      } catch (error) {
        if (made === current) forget();
        throw error;
      }
    };
  }
}

/** Every key that ever signed, by its id. The URL is also its `kid`, as in the header of signatures. */
function publishKeys({ keys }: CardKeys, baseUrl: string): Map<string, Published> {
  return new Map(
    keys.map(({ kid = '', ...jwk }) => [kid, toPublished(JSON.stringify({ ...jwk, kid: buildKeyUrl(baseUrl, kid) }))]),
  );
}

function toPublished(body: string): Published {
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, cacheControl }: { type: string; cacheControl: string },
  { body, etag }: Published,
) {
  reply.headers({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': cacheControl,
    etag,
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type(type).send(body);
}
