import { describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { loadDemo } from '#demo/load-demo.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import type { CardInfo, ECard } from '#features/certifications/shared/contract.ts';
import { signDemoForms } from '#demo/forms/signed-forms.ts';
import { answerDemoQuestions } from '#demo/learning/answers.ts';
import { getLastDiveYear } from '#demo/logbook/logbook.ts';
import type { WaitingLog } from '#features/logbook/shared/contract.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import type { Readiness } from '#features/certifications/shared/readiness-contract.ts';
import { checkCredential, unpackCredential } from '#features/certifications/shared/credential.ts';
import { createCertificationsFixture, isoDay } from '#test/support/api/certifications-testing.ts';
import { demoAffiliateIds, type DemoPersonName } from '#test/support/api/demo-people-testing.ts';
import { drawDemoPortraits } from './certifications.ts';
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
      'Dry Suit 19-OCT-2025 eCard',
      'Enriched Air 03-MAY-2025 eCard',
      'Open Water 08-JUN-2024 eCard',
    ]);
    const [recent] = await listCertifications(db, demoAffiliateIds.diver);
    expect(recent).toMatchObject({ levelID: 52, hasECard: false, isRevoked: false });
    expect(recent?.certDate.localeCompare(isoDay(-365))).toBe(1);
    expect((await call('diver', 'GET', 'ecards/outside')).body).toMatchObject([
      { agency: 'Northern Freediving Circle' },
    ]);
  });

  it('seeds cards of a professional, a junior and a candidate', async () => {
    expect(await cardsOf('instructor', 'GeteCardTopPro/5')).toEqual([
      'Instructor 25-APR-2009 eCard',
      'Divemaster 02-SEP-2006 eCard',
      'Open Water 14-JUL-2001 eCard',
    ]);
    expect(await cardsOf('minor')).toMatchObject([expect.stringMatching(/^Junior Open Water .* eCard$/)]);
    expect(await cardsOf('candidate', 'GeteCardTopConsumer/1')).toEqual(['Rescue 15-FEB-2025 eCard']);
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
    await drawDemoPortraits.run(context, {});
    const photos = await rows('select affiliate_id, id, status from person_photo order by affiliate_id');
    expect(photos).toMatchObject([
      { affiliate_id: demoAffiliateIds.diver, status: 'approved' },
      { affiliate_id: demoAffiliateIds.instructor, status: 'approved' },
      { affiliate_id: 400_050, status: 'approved' },
    ]);
    await drawDemoPortraits.run(context, {});
    expect(await rows('select affiliate_id, id, status from person_photo order by affiliate_id')).toEqual(photos);
    const { body } = await call<{ preSignedURL: string }>('diver', 'GET', 'ecards/GetCertificationPhoto');
    const photo = await portal.app.inject({ url: new URL(body.preSignedURL).pathname });
    expect(await sharp(photo.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 800, height: 800 });
  });

  it('seeds one student who is ready to certify and others who are not', async () => {
    await drawDemoPortraits.run(context, {});
    const year = { year: getLastDiveYear(new Date()) };
    await answerDemoQuestions.run({ ...context, now: new Date() }, year);
    await signDemoForms.run(context, year);
    await signDemoForms.run(context, year);
    expect(await rows('select 1 from form_record')).toHaveLength(3);
    const path = 'ecards/readiness/class?packageId=open-water';
    const { body } = await call<Readiness[]>('instructor', 'GET', path);
    expect(body.filter(({ isReady }) => isReady)).toMatchObject([{ name: 'Keiko Arai', missing: [] }]);
    expect(body.length).toBeGreaterThan(2);
  });

  it('seeds dives to verify with and without deviations', async () => {
    await signDemoForms.run(context, { year: getLastDiveYear(new Date()) });
    const { data } = (await portal.graphql('instructor@demo.test', documents.waiting)).json<{
      data: { logsToVerify: WaitingLog[] };
    }>();
    const clean = data.logsToVerify.filter(({ deviations }) => deviations.length === 0);
    expect(clean.map((log) => log.diver_name)).toEqual(['Clara Novak']);
    expect(data.logsToVerify).toHaveLength(5);
  });
});
