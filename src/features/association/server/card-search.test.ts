import { beforeAll, describe, expect, it } from 'vitest';
import { createCertificationsFixture } from '#test/support/api/certifications-testing.ts';
import { demoAffiliateIds } from '#test/support/api/demo-people-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { createCardCode } from '#features/certifications/shared/card-code.ts';
import type { FoundCard } from '#features/association/shared/contract.ts';

const portal = await testPortal();
const { call, clear, give, rows } = createCertificationsFixture(portal);
const search = async (typed: string, query = '') =>
  (
    await call<{ items: FoundCard[]; total: number }>(
      'staff',
      'GET',
      `desk/cards?search=${encodeURIComponent(typed)}${query}`,
    )
  ).body;
const licensesOf = async (typed: string) => (await search(typed)).items.map(({ licenseID }) => licenseID);
let first = 0;
let second = 0;
const code = createCardCode(new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]));

beforeAll(async () => {
  await clear();
  first = await give('diver', 10);
  second = await give('instructor', 10, { certDate: '2020-01-31' });
  await rows('update certification set code = $2 where license_id = $1', [first, code]);
});

describe('GET cards', () => {
  it('returns 403 to everyone but staff', async () => {
    for (const [as, status] of [
      [null, 401],
      ['diver', 403],
      ['instructor', 403],
      ['store', 403],
    ] as const)
      expect((await call(as, 'GET', 'desk/cards?search=a')).status).toBe(status);
  });

  it('finds cards by number, by code in any format and by holder', async () => {
    expect(await licensesOf(String(first))).toEqual([first]);
    expect(await licensesOf(code)).toEqual([first]);
    expect(await licensesOf(code.toLowerCase().replaceAll('-', ' '))).toEqual([first]);
    expect(await licensesOf('tomas')).toEqual([second]);
    expect(await licensesOf(String(demoAffiliateIds.diver))).toEqual([first]);
    expect(await licensesOf('no such holder')).toEqual([]);
    expect(await licensesOf('diver@demo.test')).toEqual([]);
  });

  it('returns the card with its holder and status', async () => {
    await call('staff', 'POST', `ecards/cards/${second}/revoke`, { reason: 'Issued by mistake.' });
    expect((await search('tomas reyes')).items).toEqual([
      {
        licenseID: second,
        levelID: 10,
        name: 'Open Water',
        certDate: '31-JAN-2020',
        code: expect.any(String),
        affiliateId: demoAffiliateIds.instructor,
        holder: 'Tomás Reyes',
        isRevoked: true,
        revokedReason: 'Issued by mistake.',
      },
    ]);
  });

  it('returns pages', async () => {
    await rows(
      `insert into certification (affiliate_id, level_id, cert_date)
       select $1, n, '2024-01-01' from generate_series(10001, 10059) n`,
      [demoAffiliateIds.guardian],
    );
    const [one, two] = [await search('adaeze'), await search('adaeze', '&page=2')];
    expect([one.total, one.items.length, two.items.length]).toEqual([59, 50, 9]);
    expect(one.items[0]?.name).toBe('#10059');
  });

  it('is audited without the search text', async () => {
    await search('Adaeze');
    const [entry] = await rows('select action, data from audit_entry order by seq desc limit 1');
    expect(entry).toEqual({ action: 'card.search', data: { length: 6, hits: 59, page: 1 } });
  });

  it.each([
    ['', 'search'],
    [`?search=${'x'.repeat(101)}`, 'search'],
    ['?search=a&page=x', 'page'],
  ])('returns 400 for %j', async (query, path) => {
    const { status, body } = await call('staff', 'GET', `desk/cards${query}`);
    expect([status, body.errors[0]?.path]).toEqual([400, path]);
  });
});
