import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SettingError } from '#platform/server/config/env.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { loadTaxTable } from './tax-table.ts';

const folder = await createTemporaryFolder();

async function fileOf(text: string): Promise<string> {
  const file = join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(file, text);
  return file;
}

it('loadTaxTable reads a custom table', async () => {
  const bp = { digital: 100, goods: 200, book: 300 };
  const file = await fileOf(JSON.stringify({ countries: { MT: { isIncluded: true, bp } } }));
  expect(loadTaxTable(file).countries['MT']).toEqual({ isIncluded: true, bp });
});

it.each([
  ['{', /^TAX_FILE=.*\.json: /],
  ['{"countries":{"MT":{"isIncluded":true,"bp":{"digital":-1,"goods":0,"book":0}}}}', /countries\.MT\.bp\.digital/],
  ['{"countries":{"Malta":{}}}', /countries\.Malta/],
])('loadTaxTable reports the error in %s in one line', async (text, line) => {
  const file = await fileOf(text);
  expect(() => loadTaxTable(file)).toThrow(SettingError);
  expect(() => loadTaxTable(file)).toThrow(line);
});

it('loadTaxTable throws a SettingError when the file is missing', () => {
  expect(() => loadTaxTable(join(folder, 'none.json'))).toThrow(SettingError);
});
