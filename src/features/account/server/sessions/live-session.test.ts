import { createClient } from 'graphql-ws';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { signOutEverywhere } from '#features/identity/server/accounts/sign-out-everywhere.ts';
import { sessionDocuments } from '#features/account/web/session/session-documents.ts';
import { endSession } from './session.ts';

const portal = await testPortal();
const { services } = portal;
await portal.app.listen({ port: 0, host: '127.0.0.1' });
const url = `ws://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}/api/graphql`;

/** Opens a tab that is subscribed with the token of its own session. */
async function openTab(email: string, change: Record<string, unknown> = {}) {
  const person = await services.database.db
    .selectFrom('person')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const session = { ...person, id: crypto.randomUUID() };
  await services.database.db
    .insertInto('session')
    .values({
      affiliate_id: person.affiliate_id,
      id: session.id,
      secret_hash: session.id,
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
  const { token } = await services.tokens.mint({
    sub: person.sub,
    affiliateId: person.affiliate_id,
    affiliateTypeId: person.affiliate_type_id,
    sessionId: session.id,
  });
  const events: unknown[] = [];
  const ended = Promise.withResolvers<string>();
  const connected = Promise.withResolvers<void>();
  const client = createClient({
    url,
    retryAttempts: 0,
    lazyCloseTimeout: 60_000,
    connectionParams: { authorization: `Bearer ${token}`, 'affiliate-id': person.affiliate_id, ...change },
    on: { connected: () => connected.resolve() },
  });
  client.subscribe(
    { query: sessionDocuments.onDeleteSession },
    {
      next: ({ data }) => void events.push(data),
      error: () => ended.resolve('refused'),
      complete: () => ended.resolve('complete'),
    },
  );
  afterAll(() => client.dispose());
  /** Events are lost until the subscription is active. It is once a later one is rejected, because they are handled in order. */
  const subscribed = async () => {
    await connected.promise;
    await new Promise<void>((resolve) => {
      client.subscribe(
        { query: 'subscription { nothing }' },
        { next: () => undefined, error: () => resolve(), complete: resolve },
      );
    });
  };
  return {
    events,
    ended: ended.promise,
    subscribed,
    sub: person.sub,
    end: () => services.database.inTransaction('test', (db) => endSession(db, session)),
  };
}

describe('onDeleteSession', () => {
  it('notifies the tabs of an ended session, and no others', async () => {
    const [own, other] = await Promise.all([openTab('diver@demo.test'), openTab('student@demo.test')]);
    await Promise.all([own.subscribed(), other.subscribed()]);
    await own.end();
    expect(await own.ended).toBe('complete');
    expect(own.events).toEqual([{ onDeleteSession: { sub: own.sub, logout: true } }]);
    expect(other.events).toEqual([]);
    await other.end();
    expect(await other.ended).toBe('complete');
    expect(other.events).toEqual([{ onDeleteSession: { sub: other.sub, logout: true } }]);
  });

  it('notifies tabs before their streams close when an account is signed out everywhere', async () => {
    const tab = await openTab('instructor@demo.test');
    await tab.subscribed();
    await services.database.inTransaction('test', (db) => signOutEverywhere(db, tab.sub));
    expect(await tab.ended).toBe('complete');
    expect(tab.events).toEqual([{ onDeleteSession: { sub: tab.sub, logout: true } }]);
  });

  it('rejects a forged token, another affiliate id, and a missing token', async () => {
    for (const change of [
      { authorization: 'Bearer forged' },
      { 'affiliate-id': 400_002 },
      { authorization: undefined },
    ]) {
      expect(await (await openTab('diver@demo.test', change)).ended).toBe('refused');
    }
  });
});
