import { createClient } from 'graphql-ws';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { createAccessTokens } from '#platform/server/auth/access-tokens.ts';
import { endSession } from '#features/account/server/sessions/session.ts';
import { documents } from '#features/notifications/web/documents.ts';
import { channelName, type NotificationEvents } from './events.ts';

const portal = await testPortal({ NOTIFICATION_CLIENT_ID: 'shared-app' });
const { services, env } = portal;
const { db } = services.database;
await portal.app.listen({ port: 0, host: '127.0.0.1' });
const url = `ws://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}/api/graphql`;
const me = 400_001;
const someoneElse = 400_002;

async function mintToken(tokens = services.tokens) {
  const person = await db.selectFrom('person').selectAll().where('affiliate_id', '=', me).executeTakeFirstOrThrow();
  const session = { ...person, id: crypto.randomUUID() };
  const claims = { sub: person.sub, affiliateId: me, affiliateTypeId: affiliateType.diver, sessionId: session.id };
  return { session, authorization: `Bearer ${(await tokens.mint(claims)).token}` };
}

function listen(connectionParams: Record<string, unknown>, query: string = documents.onDelete, affiliateId = me) {
  const received: unknown[] = [];
  const ended: unknown[] = [];
  const client = createClient({ url, retryAttempts: 0, connectionParams });
  afterEach(() => client.dispose());
  client.subscribe(
    { query, variables: { me: affiliateId } },
    {
      next: ({ data }) => void received.push(data),
      error: (reason) => void ended.push(reason),
      complete: () => void ended.push('complete'),
    },
  );
  return { received, ended };
}

const publish = (affiliateId: number, id: string) =>
  services.pubsub.publish(db, channelName('delete', affiliateId), {
    id,
    affiliate_id: affiliateId,
  } satisfies NotificationEvents['delete']);

/** A stream sends nothing when it opens, so events are published until one arrives. */
async function waitUntilOpen({ received }: ReturnType<typeof listen>): Promise<void> {
  await expect
    .poll(async () => {
      await publish(me, 'mark');
      return received.length;
    })
    .toBeGreaterThan(0);
}

describe('raw notification session', () => {
  it('receives the events of the token’s owner until the session ends', async () => {
    const { session, authorization } = await mintToken();
    const raw = listen({ clientId: 'shared-app', authorization });
    await waitUntilOpen(raw);
    await publish(someoneElse, 'theirs');
    await publish(me, 'mine');
    await expect.poll(() => JSON.stringify(raw.received)).toContain('"mine"');
    expect(JSON.stringify(raw.received)).not.toContain('theirs');
    await services.database.inTransaction('test', (tx) => endSession(tx, session));
    await expect.poll(() => raw.ended).toEqual(['complete']);
  });

  it.each([
    ['the client id alone', async () => ({ clientId: 'shared-app' })],
    ['an unknown client id', async () => ({ clientId: 'other-app', authorization: (await mintToken()).authorization })],
    ['an empty client id', async () => ({ clientId: '', authorization: (await mintToken()).authorization })],
    ['a client id that is no text', async () => ({ clientId: {}, authorization: (await mintToken()).authorization })],
    [
      'a forged token',
      async () => {
        const forger = createAccessTokens(['another-servers-key-another-servers-key-xx'], env.BASE_URL);
        return { clientId: 'shared-app', authorization: (await mintToken(forger)).authorization };
      },
    ],
    [
      'the affiliate-id of another person',
      async () => ({
        clientId: 'shared-app',
        'affiliate-id': someoneElse,
        authorization: (await mintToken()).authorization,
      }),
    ],
    ['neither client id nor affiliate-id', async () => ({ authorization: (await mintToken()).authorization })],
  ])('is rejected with %s', async (_name, params) => {
    const { ended, received } = listen(await params());
    await expect.poll(() => ended).toHaveLength(1);
    expect(ended[0]).toMatchObject({ code: 4403 });
    expect(received).toEqual([]);
  });

  it('can’t name another person or subscribe to anything but notifications', async () => {
    const params = { clientId: 'shared-app', authorization: (await mintToken()).authorization };
    const other = listen(params, documents.onDelete, someoneElse);
    await expect.poll(() => other.ended).toMatchObject([[{ extensions: { code: 'not_found' } }]]);
    const account = listen(params, 'subscription { onDeleteSession { sub } }');
    await expect.poll(() => account.ended).toMatchObject([[{ extensions: { code: 'access.denied' } }]]);
  });
});
