import { describe, expect, test } from 'vitest';
import { formatPersonName } from '#platform/shared/person-name.ts';
import { createTestDatabase } from '#platform/testing/database.ts';

const { pool } = await createTestDatabase();

async function readNames(givenName: string, middleName: string, familyName: string, language: string) {
  const {
    rows: [person],
  } = await pool.query<{ affiliate_id: number }>(
    `insert into person (sub, given_name, middle_name, family_name, language)
     values (gen_random_uuid(), $1, $2, $3, $4) returning affiliate_id`,
    [givenName, middleName, familyName, language],
  );
  const {
    rows: [names],
  } = await pool.query<{ full_name: string; short_name: string; card_name: string; search_names: string }>(
    'select * from person_name where affiliate_id = $1',
    [person?.affiliate_id],
  );
  return names;
}

describe('person_name', () => {
  test.each([
    ['Nora', '', 'Fjord', 'en-US'],
    ['Nora', 'Maria', 'Fjord', 'ja-JP'],
    ['太郎', '', '山田', 'en-US'],
    ['ジョージ', '一', '佐々木', 'ja-JP'],
    ['明', '', '𠮷田', 'zh-HK'],
    ['민준', '', '김', 'ko-KR'],
    ['Nora', '', '山田', 'ja-JP'],
    ['Péter', 'Márk', 'Nagy', 'hu-HU'],
    ['Blue Reef', '', '', 'hu-HU'],
    ['', '', '', 'en-US'],
  ])('matches formatPersonName: %s %s %s', async (givenName, middleName, familyName, language) => {
    const names = await readNames(givenName, middleName, familyName, language);
    expect(names?.full_name).toBe(formatPersonName({ givenName, middleName, familyName }, language));
    expect(names?.short_name).toBe(formatPersonName({ givenName, familyName }, language));
    expect(names?.card_name).toBe(formatPersonName({ givenName, middleName, familyName }, 'en-US'));
  });

  test('finds a Hungarian name in both orders', async () => {
    const names = await readNames('Péter', '', 'Nagy', 'hu-HU');
    expect(names?.search_names).toContain('Nagy Péter');
    expect(names?.search_names).toContain('Péter Nagy');
  });
});
