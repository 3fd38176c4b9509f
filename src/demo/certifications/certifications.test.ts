import { describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { loadDemo } from '#demo/load-demo.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import type { CardInfo, ECard } from '#features/certifications/shared/contract.ts';
import { checkCredential, unpackCredential } from '#features/certifications/shared/credential.ts';
import { cardDay, createCertificationsFixture } from '#test/support/api/certifications-testing.ts';
import { demoAffiliateIds, type DemoPersonName } from '#test/support/api/demo-people-testing.ts';
import { drawDemoPortraits } from '#demo/account/portraits.ts';
import { listPhotoOwners } from '#demo/account/plan-photos.ts';
import { ids } from '#demo/world/people.ts';
import { countStoryDays } from '#demo/world/timeline.ts';
import { createWorld } from '#demo/world/world.ts';
import { listPublicKeys } from '#features/certifications/server/credentials/signing-keys.ts';
import { listCertifications } from '#features/certifications/server/public.ts';

const portal = await testPortal();
const { db } = portal.services.database;
const { call, rows } = createCertificationsFixture(portal);
const cardsOf = async (as: DemoPersonName, path = 'eCard/GetCardListConsumer') =>
  (await call<CardInfo[]>(as, 'GET', `ecards/${path}`)).body.map(
    ({ levelName, certDate, hasECard }) => `${levelName} ${certDate} ${hasECard ? 'eCard' : '-'}`,
  );
const context = { services: portal.services, database: portal.services.database } as unknown as JobContext;

describe('demo certifications', () => {
  it('seeds a diver with eCards, a certification without one and an outside certification', async () => {
    expect((await cardsOf('diver')).slice(1)).toEqual([
      `Dry Suit ${cardDay(-110)} eCard`,
      `Enriched Air ${cardDay(-countStoryDays(3, '04-12'))} eCard`,
      `Open Water ${cardDay(-countStoryDays(5, '05-18'))} eCard`,
    ]);
    const [recent] = await listCertifications(db, demoAffiliateIds.diver);
    expect(recent).toMatchObject({ levelID: 20, hasECard: false, isRevoked: false });
    expect((await call('diver', 'GET', 'ecards/outside')).body).toMatchObject([
      { agency: 'Northern Freediving Circle' },
    ]);
  });

  it('seeds cards of a professional, a junior and a candidate', async () => {
    expect(await cardsOf('instructor', 'GeteCardTopPro/5')).toEqual([
      `Instructor ${cardDay(-6_416)} eCard`,
      `Divemaster ${cardDay(-7_382)} eCard`,
      `Open Water ${cardDay(-9_258)} eCard`,
    ]);
    expect(await cardsOf('minor')).toMatchObject([expect.stringMatching(/^Junior Open Water .* eCard$/)]);
    expect(await cardsOf('candidate', 'GeteCardTopConsumer/1')).toEqual([`Rescue ${cardDay(-641)} eCard`]);
  });

  it('signs cards without jobs, because no worker is running yet', async () => {
    const { body } = await call<ECard>('diver', 'GET', 'ecards/cards/20471101');
    const credential = unpackCredential(body.verifyUrl?.split('#')[1] ?? '') ?? '';
    expect(await checkCredential(credential, await listPublicKeys(db), () => false)).toMatchObject({
      state: 'valid',
      card: { name: 'Maren Lindqvist', office: 'Leith', instructorName: 'Tomás Reyes' },
    });
    expect(await rows('select 1 from certification where ecard_at is not null and credential is null')).toEqual([]);
    expect(await rows('select 1 from pgboss.job')).toEqual([]);
  });

  it('changes nothing when loaded again', async () => {
    const before = await rows('select * from certification order by license_id');
    expect(await loadDemo(portal.services)).toBe(false);
    expect(await rows('select * from certification order by license_id')).toEqual(before);
    expect(await rows('select 1 from outside_certification')).toHaveLength(1);
  });

  it('draws photos only for people without one', async () => {
    const owners = listPhotoOwners(createWorld(new Date())).map(({ affiliateId }) => affiliateId);
    // Ten are drawn in each run, so two runs draw these.
    const without = [demoAffiliateIds.diver, demoAffiliateIds.instructor, ids.readyStudent, ...owners.slice(0, 10)];
    const existing = await rows<{ affiliate_id: number }>(
      `insert into person_photo (affiliate_id, file_key, status, uploaded_by)
       select affiliate_id, 'existing', 'pending', affiliate_id from person
       where affiliate_id = any ($1) and affiliate_id <> all ($2) returning affiliate_id, id, status`,
      [owners, without],
    );
    expect(existing.length).toBeGreaterThan(10);
    for (let run = 0; run < 2; run++) await drawDemoPortraits.run(context, {});
    const photos = await rows<{ affiliate_id: number }>(
      'select affiliate_id, id, status from person_photo order by affiliate_id',
    );
    const drawn = photos.map(({ affiliate_id: id }) => id);
    expect(drawn).toEqual(
      expect.arrayContaining([demoAffiliateIds.diver, demoAffiliateIds.instructor, ids.readyStudent]),
    );
    expect(photos).toEqual(expect.arrayContaining(existing));
    expect(drawn).not.toContain(demoAffiliateIds.student);
    await drawDemoPortraits.run(context, {});
    expect(await rows('select affiliate_id, id, status from person_photo order by affiliate_id')).toEqual(photos);
    const { body } = await call<{ preSignedURL: string }>('diver', 'GET', 'ecards/GetCertificationPhoto');
    const photo = await portal.app.inject({ url: new URL(body.preSignedURL).pathname });
    expect(await sharp(photo.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 800, height: 800 });
  });
});
