import { describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { loadDemo } from '../../../app/demo.ts';
import { testPortal } from '../../../app/testing.ts';
import type { JobContext } from '../../../platform/server/jobs.ts';
import type { CardInfo, ECard } from '../shared/contract.ts';
import { signDemoForms } from '../../forms/server/demo.ts';
import { answerDemoQuestions } from '../../learning/server/demo-answers.ts';
import { lastYearOf } from '../../logbook/server/demo.ts';
import type { WaitingLog } from '../../logbook/shared/contract.ts';
import { documents } from '../../logbook/web/documents.ts';
import type { Readiness } from '../shared/readiness-contract.ts';
import { checkCredential, unpackCredential } from '../shared/credential.ts';
import { certificationsOf, day } from '../../../app/certifications-testing.ts';
import { people, type Somebody } from '../../../app/people-testing.ts';
import { drawDemoPortraits } from './demo.ts';
import { publicKeys } from './keys.ts';
import { listCertifications } from './public.ts';

const portal = await testPortal();
const { db } = portal.services.database;
const { call, rows } = certificationsOf(portal);
const cardsOf = async (as: Somebody, path = 'eCard/GetCardListConsumer') =>
  (await call<CardInfo[]>(as, 'GET', `ecards/${path}`)).body.map(
    ({ levelName, certDate, hasECard }) => `${levelName} ${certDate} ${hasECard ? 'eCard' : '-'}`,
  );
const context = { services: portal.services, database: portal.services.database } as unknown as JobContext;

describe('the demo', () => {
  it('has a diver with cards, one certification that waits for its eCard, and one from elsewhere', async () => {
    expect((await cardsOf('diver')).slice(1)).toEqual([
      'Dry Suit 19-OCT-2025 eCard',
      'Enriched Air 03-MAY-2025 eCard',
      'Open Water 08-JUN-2024 eCard',
    ]);
    const [recent] = await listCertifications(db, people.diver);
    expect(recent).toMatchObject({ levelID: 52, hasECard: false, isRevoked: false });
    expect(recent?.certDate.localeCompare(day(-365))).toBe(1);
    expect((await call('diver', 'GET', 'ecards/outside')).body).toMatchObject([
      { agency: 'Northern Freediving Circle' },
    ]);
  });

  it('has a professional, a junior and a candidate with theirs', async () => {
    expect(await cardsOf('instructor', 'GeteCardTopPro/5')).toEqual([
      'Instructor 25-APR-2009 eCard',
      'Divemaster 02-SEP-2006 eCard',
      'Open Water 14-JUL-2001 eCard',
    ]);
    expect(await cardsOf('minor')).toMatchObject([expect.stringMatching(/^Junior Open Water .* eCard$/)]);
    expect(await cardsOf('candidate', 'GeteCardTopConsumer/1')).toEqual(['Rescue 15-FEB-2025 eCard']);
  });

  it('has signed its cards, and has done all without a job: there is nobody yet to do one', async () => {
    const { body } = await call<ECard>('diver', 'GET', 'ecards/cards/20471101');
    const credential = unpackCredential(body.verifyUrl?.split('#')[1] ?? '') ?? '';
    expect(await checkCredential(credential, await publicKeys(db), () => false)).toMatchObject({
      state: 'valid',
      card: { name: 'Maren Lindqvist', office: 'Leith', instructorName: 'Tomás Reyes' },
    });
    expect(await rows('select 1 from certification where ecard_at is not null and credential is null')).toEqual([]);
    expect(await rows('select 1 from pgboss.job')).toEqual([]);
  });

  it('changes nothing when it is loaded again', async () => {
    const before = await rows('select * from certification order by license_id');
    expect(await loadDemo(portal.services)).toBe(false);
    expect(await rows('select * from certification order by license_id')).toEqual(before);
    expect(await rows('select 1 from outside_certification')).toHaveLength(1);
  });

  it('draws photos of who has none, and leaves those who have', async () => {
    await drawDemoPortraits.run(context, {});
    const photos = await rows('select affiliate_id, id, status from person_photo order by affiliate_id');
    expect(photos).toMatchObject([
      { affiliate_id: people.diver, status: 'approved' },
      { affiliate_id: people.instructor, status: 'approved' },
      { affiliate_id: 400_050, status: 'approved' },
    ]);
    await drawDemoPortraits.run(context, {});
    expect(await rows('select affiliate_id, id, status from person_photo order by affiliate_id')).toEqual(photos);
    const { body } = await call<{ preSignedURL: string }>('diver', 'GET', 'ecards/GetCertificationPhoto');
    const photo = await portal.app.inject({ url: new URL(body.preSignedURL).pathname });
    expect(await sharp(photo.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 800, height: 800 });
  });

  it('has one student who is ready to certify, and others who are not', async () => {
    await drawDemoPortraits.run(context, {});
    const year = { year: lastYearOf(new Date()) };
    await answerDemoQuestions.run({ ...context, now: new Date() }, year);
    await signDemoForms.run(context, year);
    await signDemoForms.run(context, year);
    expect(await rows('select 1 from form_record')).toHaveLength(3);
    const path = 'ecards/readiness/class?packageId=open-water';
    const { body } = await call<Readiness[]>('instructor', 'GET', path);
    expect(body.filter(({ isReady }) => isReady)).toMatchObject([{ name: 'Keiko Arai', missing: [] }]);
    expect(body.length).toBeGreaterThan(2);
  });

  it('has dives to verify with and without deviations', async () => {
    await signDemoForms.run(context, { year: lastYearOf(new Date()) });
    const { data } = (await portal.graphql('instructor@demo.test', documents.waiting)).json<{
      data: { logsToVerify: WaitingLog[] };
    }>();
    const clean = data.logsToVerify.filter(({ deviations }) => deviations.length === 0);
    expect(clean.map((log) => log.diver_name)).toEqual(['Clara Novak']);
    expect(data.logsToVerify).toHaveLength(5);
  });
});
