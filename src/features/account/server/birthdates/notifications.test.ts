import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const { pool } = portal.services.database;
const people = { diver: 400_001, minor: 400_003, guardian: 400_004, staff: 400_008 };
type PersonName = keyof typeof people;
const paper = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#ddd' } })
  .png()
  .toBuffer();

async function requestCorrection(by: PersonName): Promise<string> {
  const form = new FormData();
  form.set('birthDate', '2013-03-09');
  form.set('key', randomUUID());
  form.set('document', new Blob([new Uint8Array(paper)]), 'document');
  const body = new Response(form);
  const answer = await portal.app.inject({
    method: 'POST',
    url: `/api/account/user/${people.minor}/birthdate-correction`,
    headers: {
      ...(await portal.headersOf(`${by}@demo.test`)),
      'content-type': body.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  return answer.json().id;
}

const decide = (id: string, decision: string) =>
  portal.request('staff@demo.test', 'POST', `/api/account/birthdate-corrections/${id}/decision`, {
    decision,
    reason: 'The passport shows it.',
  });

/** Returns and deletes all notifications, by affiliate id. */
async function takeNotifications(): Promise<Record<number, string[]>> {
  const { rows } = await pool.query<{ to: number; message: string }>(
    'delete from notification returning affiliate_id::int as to, message',
  );
  const groups = Object.groupBy(rows, ({ to }) => to);
  return Object.fromEntries(Object.entries(groups).map(([to, all = []]) => [to, all.map(({ message }) => message)]));
}

beforeEach(async () => {
  await pool.query('delete from birthdate_correction');
  await pool.query('delete from rate_counter');
  await pool.query("update person set birthdate = '2014-03-09' where affiliate_id = $1", [people.minor]);
  await pool.query('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2) on conflict do nothing', [
    people.minor,
    people.diver,
  ]);
  await takeNotifications();
});

describe('a correction of a child’s birthdate', () => {
  it('notifies the child and the other guardians when it is requested', async () => {
    await requestCorrection('guardian');
    expect(await takeNotifications()).toEqual({
      [people.minor]: ['Adaeze Okafor asked us to correct your birthdate.'],
      [people.diver]: ['Adaeze Okafor asked us to correct Ida’s birthdate.'],
    });
  });

  it('notifies every guardian when the child requests it', async () => {
    await requestCorrection('minor');
    const message = 'Ida asked us to correct their birthdate.';
    expect(await takeNotifications()).toEqual({ [people.diver]: [message], [people.guardian]: [message] });
  });

  it.each([
    ['approved', 'We corrected your birthdate.', 'We corrected Ida’s birthdate: “The passport shows it.”'],
    [
      'declined',
      'We didn’t change your birthdate: “The passport shows it.”',
      'We didn’t change Ida’s birthdate: “The passport shows it.”',
    ],
  ])('notifies the child and every guardian when it is %s', async (decision, own, guardians) => {
    const id = await requestCorrection('guardian');
    await takeNotifications();
    expect((await decide(id, decision)).statusCode).toBe(200);
    expect(await takeNotifications()).toEqual({
      [people.minor]: [own],
      [people.diver]: [guardians],
      [people.guardian]: [guardians],
    });
  });

  it('notifies every guardian when staff change it themselves', async () => {
    await portal.request('staff@demo.test', 'POST', `/api/account/user/${people.minor}/birthdate`, {
      birthDate: '2013-03-09',
      reason: 'Seen at the desk.',
    });
    expect(Object.keys(await takeNotifications()).map(Number)).toEqual([people.diver, people.minor, people.guardian]);
  });

  it('shows the clerk who the guardians are', async () => {
    await requestCorrection('guardian');
    const queue = await portal.request('staff@demo.test', 'GET', '/api/account/birthdate-corrections');
    expect(queue.json().items[0].guardians.toSorted()).toEqual(['Adaeze Okafor', 'Maren Lindqvist']);
  });
});
