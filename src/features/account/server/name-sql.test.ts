import { describe, expect, test } from 'vitest';
import { statement } from '../../../platform/server/db.ts';
import { writeName } from '../../../platform/shared/name.ts';
import { testDatabase } from '../../../platform/testing/database.ts';
import { cardNameOf, nameOf, namesOf, shortNameOf } from './name-sql.ts';

const { db } = await testDatabase();
const write = statement<{ name: string; short: string; card: string; names: string }, string[]>(`
  select ${nameOf('p')} as name, ${shortNameOf('p')} as short, ${cardNameOf('p')} as card,
    ${namesOf('p')} as names
  from (select $1::text as given_name, $2::text as middle_name, $3::text as family_name, $4::text as language) p`);

describe('a name in a statement', () => {
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
  ])('is what is written elsewhere: %s %s %s', async (givenName, middleName, familyName, language) => {
    const [row] = await write(db, givenName, middleName, familyName, language);
    expect(row?.name).toBe(writeName({ givenName, middleName, familyName }, language));
    expect(row?.short).toBe(writeName({ givenName, familyName }, language));
    expect(row?.card).toBe(writeName({ givenName, middleName, familyName }, 'en-US'));
  });

  test('is found in either order', async () => {
    const [row] = await write(db, 'Péter', '', 'Nagy', 'hu-HU');
    expect(row?.names).toContain('Nagy Péter');
    expect(row?.names).toContain('Péter Nagy');
  });
});
