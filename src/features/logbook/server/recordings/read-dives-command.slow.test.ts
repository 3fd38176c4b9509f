import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { encodeActivity } from '#features/logbook/shared/dive-files/fit-testing.ts';

const folder = await createTemporaryFolder();

/** The command as a person calls it, in a folder and time zone of their own. */
function readDives(name: string, timeZone = 'UTC') {
  const env = { PATH: process.env['PATH'], HOME: folder, TZ: timeZone };
  const command = ['run', '-s', '--prefix', process.cwd(), 'read-dives', '--', name];
  return new Promise<{ code: number; stdout: string }>((resolve) => {
    execFile('npm', command, { env, cwd: folder }, (error, stdout) =>
      resolve({ code: Number(error?.code ?? 0), stdout }),
    );
  });
}

function write(name: string, content: Uint8Array | string): string {
  writeFileSync(join(folder, name), content);
  return name;
}

it('prints the dives of each file of a zip, the same in every time zone', async () => {
  const table =
    'Date,Time,Depth,Duration,Site\n,9:05,18,46,A\n2024-05-01,9:05,-3,46,B\n2024-05-01T08:00:00Z,,12,30,C\n';
  // Clocks in Los Angeles are set forward between the samples.
  const log = {
    Header: { DateTime: '2024-03-10T01:59:00' },
    Samples: [
      { TimeISO8601: '2024-03-10T01:59:00', Depth: 1 },
      { TimeISO8601: '2024-03-10T03:01:00', Depth: 9 },
    ],
  };
  const name = write(
    'dives.zip',
    zipSync({
      'a/b.csv': strToU8(table),
      'c.fit': encodeActivity({ offsetMin: null, position: [28.5, 34.5] }),
      'd.json': strToU8(JSON.stringify({ DeviceLog: log })),
    }),
  );
  const { code, stdout } = await readDives(name, 'Pacific/Kiritimati');
  expect(code).toBe(0);
  expect(await readDives(name, 'America/Los_Angeles')).toEqual({ code, stdout });
  const { format, dives, warnings } = JSON.parse(stdout) as Record<string, unknown[]>;
  expect(format).toBe('zip');
  expect(dives).toMatchObject([
    { file: 'a/b.csv', datetime: null, duration_s: 2760, max_depth_m: 18, samples: 0, site: 'A' },
    { file: 'a/b.csv', datetime: '2024-05-01T09:05:00', utc_offset_min: null, max_depth_m: null, site: 'B' },
    { file: 'a/b.csv', datetime: '2024-05-01T08:00:00', utc_offset_min: null, site: 'C' },
    { file: 'c.fit', datetime: '2024-05-02T01:30:00', utc_offset_min: 180, samples: 3, recordings: [{ samples: 3 }] },
    { file: 'd.json', datetime: '2024-03-10T01:59:00', duration_s: 3720 },
  ]);
  expect(warnings).toMatchObject([
    { dive: 1, field: 'datetime', code: 'missing-value' },
    { dive: 2, field: 'max_depth_m', reason: 'the value is impossible and was left out', value: '-3' },
    { dive: 3, field: 'utc_offset_min', code: 'utc-only' },
  ]);
});

it('ends with 0 for a file without dives, and with an error for one that can’t be read', async () => {
  mkdirSync(join(folder, 'sub'));
  expect(JSON.parse((await readDives(write('none.uddf', '<uddf version="3.2.0"/>'))).stdout)).toEqual({
    format: 'uddf',
    dives: [],
    warnings: [{ dive: null, field: 'dives', reason: 'the file has no dives', code: 'no-dives' }],
  });
  const files = {
    [write('empty', '')]: 'the file is empty',
    [write('photo.jpg', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0))]: 'the file is not a dive log that can be read',
    [write('cut.uddf', '<uddf><profiledata>')]: 'the XML is not well-formed: 1:19: unclosed tag: profiledata',
    sub: 'this is not a file',
  };
  for (const [name, error] of Object.entries(files))
    expect(await readDives(name)).toEqual({ code: 1, stdout: `${JSON.stringify({ error })}\n` });
  const missing = await readDives('missing.fit');
  expect(missing.code).toBe(1);
  expect(JSON.parse(missing.stdout)).toEqual({ error: expect.stringContaining('ENOENT') });
});

it('reads a million events within its heap, and queues little of its output for a slow reader', async () => {
  const event = "<event time='1:00 min' type='8' name='ascent'/>";
  const dive = `<dive date='2024-05-01' time='10:00:00'><divecomputer model='A'>${event.repeat(25_000)}</divecomputer></dive>`;
  const name = write('events.ssrf', `<divelog><dives>${dive.repeat(40)}</dives></divelog>`);
  const report = `data:text/javascript,
    const { stdout } = process;
    const { write } = stdout;
    let most = 0;
    stdout.write = (...values) => {
      const isEmpty = write.apply(stdout, values);
      most = Math.max(most, stdout.writableLength);
      return isEmpty;
    };
    process.on('exit', () => console.error('queued', most));`;
  const flags = ['--max-old-space-size=192', '--max-semi-space-size=2'];
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  expect(scripts['read-dives']).toBe(`node ${flags.join(' ')} scripts/read-dives.ts`);
  const { promise, resolve } = Promise.withResolvers<{ stdout: string; stderr: string }>();
  const command = ['--import', report.replaceAll(/\n\s*/g, ''), ...flags, 'scripts/read-dives.ts', join(folder, name)];
  const options = { maxBuffer: 512 * 1024 ** 2, env: { PATH: process.env['PATH'] } };
  execFile('node', command, options, (_error, stdout, stderr) => resolve({ stdout, stderr }));
  const { stdout, stderr } = await promise;
  expect((JSON.parse(stdout) as { dives: unknown[] }).dives).toHaveLength(40);
  const queued = [...stderr.matchAll(/queued (\d+)/g)].map(([, bytes]) => Number(bytes));
  // One dive is two megabytes of text, all of them are seventy.
  expect(Math.max(...queued)).toBeLessThan(8 * 1024 ** 2);
}, 600_000);
