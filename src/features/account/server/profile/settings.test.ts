import { describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const upsert =
  'mutation ($id: Int!, $unit: Unit!) { upsertUnit(affiliate_id: $id, unit: $unit) { affiliate_id unit } }';
const query = 'query ($id: Int!) { unitSetting(affiliate_id: $id) { affiliate_id unit } }';
const codeOf = (answer: { json(): { errors?: { extensions: { code: string } }[] } }) =>
  answer.json().errors?.[0]?.extensions.code;

describe('unitSetting and upsertUnit', () => {
  it('returns metric by default', async () => {
    const answer = await portal.graphql('student@demo.test', query, { id: 400_002 });
    expect(answer.json().data).toEqual({ unitSetting: { affiliate_id: 400_002, unit: 'Metric' } });
  });

  it('stores the unit and notifies open pages', async () => {
    const updates = portal.services.pubsub.subscribe<{ language: string; unit: string }>('settings:400001');
    const answer = await portal.graphql('diver@demo.test', upsert, { id: 400_001, unit: 'Imperial' });
    expect(answer.json().data).toEqual({ upsertUnit: { affiliate_id: 400_001, unit: 'Imperial' } });
    expect((await updates.next()).value).toEqual({ language: 'en-US', unit: 'Imperial' });
    await updates.return?.();
    const setting = await portal.graphql('diver@demo.test', query, { id: 400_001 });
    expect(setting.json().data.unitSetting.unit).toBe('Imperial');
  });

  it('is allowed for a child’s guardian, and returns not_found for strangers', async () => {
    const variables = { id: 400_003, unit: 'Imperial' };
    expect((await portal.graphql('guardian@demo.test', upsert, variables)).json().data.upsertUnit.unit).toBe(
      'Imperial',
    );
    expect(codeOf(await portal.graphql('diver@demo.test', upsert, { ...variables, unit: 'Metric' }))).toBe('not_found');
    expect(codeOf(await portal.graphql('diver@demo.test', query, { id: 400_003 }))).toBe('not_found');
    const setting = await portal.graphql('minor@demo.test', query, { id: 400_003 });
    expect(setting.json().data.unitSetting.unit).toBe('Imperial');
  });

  it('audits a guardian’s reads and changes, and not one’s own', async () => {
    const entries = async () =>
      (
        await portal.services.database.db
          .selectFrom('audit_entry')
          .select(['actor_affiliate_id', 'action', 'subject'])
          .where('action', 'like', 'settings.%')
          .orderBy('seq')
          .execute()
      ).map((entry) => [entry.actor_affiliate_id, entry.action, entry.subject]);
    const before = (await entries()).length;
    await portal.graphql('guardian@demo.test', query, { id: 400_003 });
    await portal.graphql('guardian@demo.test', upsert, { id: 400_003, unit: 'Metric' });
    await portal.graphql('minor@demo.test', query, { id: 400_003 });
    await portal.graphql('minor@demo.test', upsert, { id: 400_003, unit: 'Imperial' });
    expect((await entries()).slice(before)).toEqual([
      [400_004, 'settings.read', 'person:400003'],
      [400_004, 'settings.changed', 'person:400003'],
    ]);
  });

  it('returns not_found for staff', async () => {
    expect(codeOf(await portal.graphql('staff@demo.test', query, { id: 400_002 }))).toBe('not_found');
    expect(codeOf(await portal.graphql('staff@demo.test', upsert, { id: 400_002, unit: 'Imperial' }))).toBe(
      'not_found',
    );
    const setting = await portal.graphql('student@demo.test', query, { id: 400_002 });
    expect(setting.json().data.unitSetting.unit).toBe('Metric');
  });

  it('rejects an unknown unit', async () => {
    const answer = await portal.graphql('diver@demo.test', upsert, { id: 400_001, unit: 'Fathoms' });
    expect(codeOf(answer)).toBe('request.malformed');
  });
});

describe('PUT user/update/language', () => {
  it('notifies open pages', async () => {
    const updates = portal.services.pubsub.subscribe<{ language: string }>('settings:400006');
    const answer = await portal.request(
      'candidate@demo.test',
      'PUT',
      '/api/account/user/update/language/candidate@demo.test',
      { userName: 'candidate@demo.test', languageCode: 'ar-SA' },
    );
    expect(answer.statusCode).toBe(200);
    expect((await updates.next()).value).toMatchObject({ language: 'ar-SA' });
    await updates.return?.();
  });
});
