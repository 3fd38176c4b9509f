import { describe, expect, it } from 'vitest';
import { deskChangeChannel } from '#domain/audit-actions.ts';
import type { DeskChange } from '#features/association/shared/desk-api.ts';
import type { Decision } from '#features/association/shared/contract.ts';
import { appendAudit, type AuditAction } from '#platform/server/observability/audit.ts';
import { createCertificationsFixture } from '#test/support/api/certifications-testing.ts';
import { demoAffiliateIds } from '#test/support/api/demo-people-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const { call } = createCertificationsFixture(portal);
const subject = `person:${demoAffiliateIds.minor}`;
const read = async (query: string) => (await call<Decision | null>('staff', 'GET', `desk/decisions?${query}`)).body;
const write = (action: AuditAction) =>
  portal.services.database.inTransaction('test', (db) =>
    appendAudit(db, { actor: demoAffiliateIds.staff, action, subject, data: {}, correlationId: 'test' }),
  );

describe('GET decisions', () => {
  it('returns who decided last, what and when', async () => {
    expect(await read(`queue=photos&subject=${subject}`)).toBe(null);
    const since = new Date().toISOString();
    await write('photo.rejected');
    await write('photo.approved');
    await write('photo.read');
    expect(await read(`queue=photos&subject=${subject}&since=${since}`)).toEqual({
      action: 'photo.approved',
      actorName: expect.stringMatching(/\w/),
      subjectName: 'Ida Okafor',
      date: expect.stringMatching(/^\d{4}-/),
    });
    expect(await read(`queue=card_photos&subject=${subject}`)).toBe(null);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect(await read(`queue=photos&subject=${subject}&since=${later}`)).toBe(null);
  });

  it('returns 403 to everyone but staff, and 400 for other subjects', async () => {
    for (const as of ['diver', 'instructor', 'store'] as const)
      expect((await call(as, 'GET', `desk/decisions?queue=photos&subject=${subject}`)).status).toBe(403);
    expect((await call('staff', 'GET', 'desk/decisions?queue=photos&subject=search')).status).toBe(400);
  });
});

describe('changes of a queue', () => {
  it('are announced when they commit, and accesses are not', async () => {
    const changes = portal.services.pubsub.subscribe<DeskChange>(deskChangeChannel);
    await write('photo.read');
    await write('photo.approved');
    expect((await changes.next()).value).toEqual({ queue: 'photos', subject });
    await write('shop.order.read');
    await write('shop.order_posted');
    expect((await changes.next()).value).toEqual({ queue: 'orders', subject });
    await changes.return?.();
  });
});

describe('decisions about orders', () => {
  it('returns who refunded an order, and not who viewed it', async () => {
    const since = new Date().toISOString();
    await write('shop.order_refunded');
    await write('shop.order.read');
    expect(await read(`queue=orders&subject=${subject}&since=${since}`)).toMatchObject({
      action: 'shop.order_refunded',
      actorName: expect.stringMatching(/\w/),
    });
  });
});
