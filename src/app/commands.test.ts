import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testDatabase } from '../platform/testing/database.ts';
import { temporaryFolder } from '../platform/testing/folder.ts';
import { noteOf } from './connection.ts';
import { runScript } from './spawned-portal.ts';

const database = await testDatabase();
const dataDir = await temporaryFolder();
const settings = {
  PATH: process.env['PATH'],
  DATA_DIR: dataDir,
  SECRET_KEY: 'only-for-tests-only-for-tests-only-for-tests',
};
const noteDatabase = (connection: object) => writeFileSync(noteOf({ DATA_DIR: dataDir }), JSON.stringify(connection));

test('a command says that no portal runs, also where a killed one has left its note', async () => {
  const refusal = {
    code: 1,
    stdout: '',
    stderr: `no portal runs on ${dataDir}: start it, or set DATABASE_URL\n`,
  };
  expect(await runScript('verify-audit.ts', [], settings)).toEqual(refusal);
  noteDatabase({ ...database.connection, port: 1 });
  expect(await runScript('verify-audit.ts', [], settings)).toEqual(refusal);
});

test('the key that signs sign-ins is followed by another, which the command names', async () => {
  noteDatabase(database.connection);
  const { code, stdout, stderr } = await runScript('rotate-sign-in-key.ts', [], settings);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { rows } = await database.pool.query<{ kid: string }>('select kid from signing_key where signs_from > now()');
  expect(rows.map(({ kid }) => stdout.includes(`signed by ${kid} from tomorrow on`))).toEqual([true]);
});

test('what an older key has sealed is sealed anew, and the command says how much', async () => {
  noteDatabase(database.connection);
  const SECRET_KEY = `another-for-tests-another-for-tests-another,${settings.SECRET_KEY}`;
  expect(await runScript('reseal.ts', [], { ...settings, SECRET_KEY })).toEqual({
    code: 0,
    stdout: '- signing_key.sealed_jwk: 1 sealed anew\n1 sealed anew, 0 were sealed by the newest key before\n',
    stderr: '',
  });
});
