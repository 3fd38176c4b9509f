import { beforeEach, describe, expect, it } from 'vitest';
import { signUp, verifyEmail } from '#test/support/api/sign-up-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { deleteUnverifiedAccounts } from './delete-unverified-accounts.ts';

const portal = await testPortal();
const { database } = portal.services;
const rows = async <Row extends object>(sql: string, values: unknown[] = []) =>
  (await database.pool.query<Row>(sql, values)).rows;

let count = 0;
let email = '';
beforeEach(() => {
  count += 1;
  email = `noor-${count}@example.test`;
});

const expire = () =>
  rows("update account set delete_unverified_at = now() - interval '1 minute' where email = $1", [email]);
const runCleanup = () =>
  deleteUnverifiedAccounts.run(
    { services: portal.services, database, now: new Date(), log: portal.app.log, isLastTry: false },
    {},
  );
const hasAccount = async () =>
  (await rows('select from account a join person p on p.sub = a.sub::text where a.email = $1', [email])).length === 1;

const insertDraft = `insert into form_draft (affiliate_id, id, packet, region, versions, birthdate, sealed_key,
  sealed_answers, begun_by) values ($1, gen_random_uuid(), 'dsd', 'US', '{}', '1993-04-02', 'x', 'x', $1)`;

describe('an unverified account', () => {
  it('is deleted 14 days after sign-up, with the person and the sessions', async () => {
    const person = await signUp(portal, email);
    const [account] = await rows<{ days: number }>(
      'select round(extract(epoch from delete_unverified_at - now()) / 86400)::int as days from account where email = $1',
      [email],
    );
    expect(account?.days).toBe(14);
    await runCleanup();
    expect(await hasAccount()).toBe(true);
    await expire();
    await runCleanup();
    expect(await rows('select from account where email = $1', [email])).toEqual([]);
    expect(await rows('select from person where email = $1', [email])).toEqual([]);
    expect(await person.session()).toBeNull();
    expect(
      await rows("select from audit_entry where action = 'account.unverified_erased' and subject = $1", [
        `person:${person.affiliateId}`,
      ]),
    ).toHaveLength(1);
  });

  it('is deleted when it has only a basket, a country or an unsigned draft', async () => {
    const { affiliateId } = await signUp(portal, email);
    await rows("insert into billing_country (affiliate_id, country) values ($1, 'BS')", [affiliateId]);
    await rows('insert into basket (affiliate_id) values ($1)', [affiliateId]);
    await rows(insertDraft, [affiliateId]);
    await expire();
    await runCleanup();
    expect(await hasAccount()).toBe(false);
  });

  it.each([
    [
      'a signed form',
      `insert into form_record (affiliate_id, id, packet, region, locale, versions, is_minor, sealed_key, sealed_content,
         signed_at, valid_until, keep_until, medical_status, medical_changed_at)
       values ($1, gen_random_uuid(), 'dsd', 'world', 'en-US', '{}', false, 'x', 'x', now(), '2030-01-01', '2040-01-01',
         'none', now())`,
    ],
    [
      'a form that only the diver has signed',
      `with draft as (${insertDraft} returning id)
       insert into form_signature (affiliate_id, draft_id, role, id, signer_id, sealed_signature, signed_at)
       select $1::bigint, id, 'diver', gen_random_uuid(), $1::bigint, 'x', now() from draft`,
    ],
    [
      'an order',
      `insert into shop_order (affiliate_id, key, basket_version, method, currency, country, is_tax_included,
         subtotal_minor, discount_minor, tax_minor, total_minor, expires_at)
       values ($1, gen_random_uuid(), 1, 'card', 'USD', 'BS', false, 100, 0, 0, 100, now())`,
    ],
    [
      'a code',
      `insert into access_code (code, package_id, certification_name, holder_affiliate_id)
       values ('TEST-TEST-0001', 'open-water', 'Open Water', $1)`,
    ],
    ['a card', "insert into certification (affiliate_id, level_id, cert_date) values ($1, 1, '2020-01-01')"],
    ['a dive', "insert into dive_log (affiliate_id, log_type) values ($1, 'Recreational')"],
    ['a dive site', "insert into own_dive_site (affiliate_id, name, search_name) values ($1, 'Harbour', 'harbour')"],
    ['a guardian', 'insert into guardian_link (affiliate_id, guardian_id) values ($1, 400004)'],
    ['a child', 'insert into guardian_link (affiliate_id, guardian_id) values (400002, $1)'],
  ])('is not deleted when it has %s', async (_name, insert) => {
    const person = await signUp(portal, email);
    await rows(insert, [person.affiliateId]);
    await expire();
    await runCleanup();
    expect(await hasAccount()).toBe(true);
    expect(await person.session()).not.toBeNull();
  });

  it('is not deleted once its address is verified', async () => {
    await verifyEmail(portal, await signUp(portal, email));
    await expire();
    await runCleanup();
    expect(await hasAccount()).toBe(true);
  });

  it('is never deleted when it was created before email verification', async () => {
    await signUp(portal, email);
    // The state of such accounts after the migration.
    await rows(
      "update account set delete_unverified_at = null, created_at = now() - interval '1 year' where email = $1",
      [email],
    );
    await runCleanup();
    expect(await hasAccount()).toBe(true);
  });
});
