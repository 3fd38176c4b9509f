import { beforeEach, describe, expect, it } from 'vitest';
import { createCertificationsFixture } from '#test/support/api/certifications-testing.ts';
import { demoAffiliateIds } from '#test/support/api/demo-people-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { flagDefaults } from '#platform/server/config/feature-flags.ts';
import type { Flag } from '#features/association/shared/contract.ts';

const portal = await testPortal();
const { call, rows } = createCertificationsFixture(portal);
const list = async () => (await call<Flag[]>('staff', 'GET', 'desk/flags')).body as Flag[];
const set = (name: string, value: unknown, was: unknown) =>
  call<Flag>('staff', 'PUT', `desk/flags/${name}`, { value, was });
const entries = () =>
  rows<{ subject: string; data: object }>(
    "select subject, data from audit_entry where action = 'flag.set' order by seq",
  );
const stored = () => rows('select name, value from feature_flag order by name');

beforeEach(() => rows('delete from feature_flag'));

describe('feature flags', () => {
  it('return 403 to everyone but staff', async () => {
    for (const [as, status] of [
      [null, 401],
      ['diver', 403],
      ['instructor', 403],
      ['store', 403],
    ] as const) {
      expect((await call(as, 'GET', 'desk/flags')).status).toBe(status);
      const answer = await call(as, 'PUT', 'desk/flags/maintenance-banner', { value: true, was: false });
      expect(answer.status).toBe(status);
    }
    expect(await stored()).toEqual([]);
  });

  it('list the defaults until one is set', async () => {
    expect(await list()).toEqual(
      Object.entries(flagDefaults).map(([name, usual]) => ({
        name,
        kind: { boolean: 'switch', number: 'share', string: 'text' }[typeof usual as 'boolean'],
        value: usual,
        usual,
        updatedDate: null,
        updatedBy: null,
      })),
    );
  });

  it('are set for every process and audited with the previous value', async () => {
    const { body } = await set('maintenance-banner', true, false);
    expect(body).toMatchObject({ value: true, usual: false, updatedBy: 'Priya Raman' });
    await expect.poll(() => portal.services.flags.isOn('maintenance-banner')).toBe(true);
    expect((await list()).find(({ name }) => name === 'maintenance-banner')).toEqual(body);
    expect((await entries()).at(-1)).toEqual({
      subject: 'flag:maintenance-banner',
      data: { value: true, was: false },
    });
    await set('maintenance-message', 'Back at noon.', '');
    await set('trace-sample-rate', 0.25, 0.1);
    expect((await list()).map(({ value }) => value)).toEqual([true, 'Back at noon.', 0.25, 1]);
  });

  it('return the author of a manual change and ignore values of the wrong type', async () => {
    await rows(`insert into feature_flag (name, value, updated_by) values
      ('maintenance-message', '"Hello"', 'a hand'), ('maintenance-banner', '"often"', 'person:999999')`);
    expect(await list()).toMatchObject([
      { name: 'maintenance-banner', value: false, updatedBy: null },
      { name: 'maintenance-message', value: 'Hello', updatedBy: 'a hand' },
      {},
      {},
    ]);
  });

  it('return 409 when another change was made since', async () => {
    await set('maintenance-message', 'One', '');
    const count = (await entries()).length;
    const late = await set('maintenance-message', 'Two', '');
    expect([late.status, late.body.errors[0]?.code]).toEqual([409, 'association.flag_changed']);
    expect(await stored()).toEqual([{ name: 'maintenance-message', value: 'One' }]);
    expect(await entries()).toHaveLength(count);
  });

  it('accept one of several concurrent changes', async () => {
    const answers = await Promise.all(['A', 'B', 'C'].map((text) => set('maintenance-message', text, '')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const [row] = await rows<{ updated_by: string }>('select updated_by from feature_flag');
    expect(row?.updated_by).toBe(`person:${demoAffiliateIds.staff}`);
  });

  it.each([
    ['maintenance-banner', 'yes', false],
    ['maintenance-banner', 1, false],
    ['maintenance-message', true, ''],
    ['trace-sample-rate', 1.01, 0.1],
    ['trace-sample-rate', -0.01, 0.1],
    ['trace-sample-rate', '0.5', 0.1],
  ])('reject %s set to %j', async (name, value, was) => {
    const { status, body } = await set(name, value, was);
    expect([status, body.errors[0]]).toMatchObject([422, { code: 'association.wrong_value', path: 'value' }]);
    expect(await stored()).toEqual([]);
  });

  it.each([
    [{ value: 'x'.repeat(501), was: '' }, 'value'],
    [{ value: { a: 1 }, was: '' }, 'value'],
    [{ value: null, was: '' }, 'value'],
    [{ value: 'x' }, 'was'],
    [{ value: 'x', was: '', by: 'me' }, 'by'],
  ])('return 400 for %j', async (body, path) => {
    const answer = await call('staff', 'PUT', 'desk/flags/maintenance-message', body);
    expect([answer.status, answer.body.errors[0]?.path]).toEqual([400, path]);
    expect(await stored()).toEqual([]);
  });

  it.each(['nothing', 'constructor', '__proto__', 'toString'])('return 404 for %s', async (name) => {
    const { status, body } = await set(name, true, false);
    expect([status, body.errors[0]?.code]).toEqual([404, 'association.unknown_flag']);
  });
});
