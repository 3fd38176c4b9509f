import { describe, expect, test } from 'vitest';
import { statement } from '#platform/server/db/database.ts';
import { formatPersonName } from '#platform/shared/person-name.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { cardNameSql, fullNameSql, searchNamesSql, shortNameSql } from './name-queries.ts';

const { db } = await createTestDatabase();
const write = statement<{ name: string; short: string; card: string; names: string }, string[]>(`
  select ${fullNameSql('p')} as name, ${shortNameSql('p')} as short, ${cardNameSql('p')} as card,
    ${searchNamesSql('p')} as names
  from (select $1::text as given_name, $2::text as middle_name, $3::text as family_name, $4::text as language) p`);

describe('name SQL', () => {
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
    const [row] = await write(db, givenName, middleName, familyName, language);
    expect(row?.name).toBe(formatPersonName({ givenName, middleName, familyName }, language));
    expect(row?.short).toBe(formatPersonName({ givenName, familyName }, language));
    expect(row?.card).toBe(formatPersonName({ givenName, middleName, familyName }, 'en-US'));
  });

  test('searchNamesSql contains both orders', async () => {
    const [row] = await write(db, 'Péter', '', 'Nagy', 'hu-HU');
    expect(row?.names).toContain('Nagy Péter');
    expect(row?.names).toContain('Péter Nagy');
  });
});
