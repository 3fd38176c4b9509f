import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { SpawnedPortal } from '#test/support/api/spawned-portal.ts';

const folder = await createTemporaryFolder();

describe.concurrent('failed start prints one line and exits with code 1', { timeout: 120_000 }, () => {
  it.each([
    ['a wrong setting', { PORT: 'abc' }, /^PORT=abc: must be a whole number from 0 to 65535$/],
    ['a missing brand file', { BRAND_FILE: 'missing.json' }, /^BRAND_FILE=missing\.json: .*no such file.*$/],
    [
      'an unreachable database',
      { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' },
      /^DATABASE_URL: cannot connect to 127\.0\.0\.1:1 \(.*ECONNREFUSED.*\)$/,
    ],
  ])('%s', async (_name, changes, line) => {
    const failed = new SpawnedPortal({ DATA_DIR: folder, ...changes });
    expect(await failed.ended).toBe(1);
    expect((failed.stdout + failed.stderr).trimEnd()).toMatch(line);
  });
});
