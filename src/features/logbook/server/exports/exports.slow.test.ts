import { expect, it } from 'vitest';
import { zstdCompressSync } from 'node:zlib';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { createCylinder, createRecording } from '#features/logbook/shared/dive-files/dive-file.ts';
import { createSubsurfaceWriter } from '#features/logbook/shared/dive-files/writers/write-subsurface.ts';
import { createUddfWriter } from '#features/logbook/shared/dive-files/writers/write-uddf.ts';
import { packRecording } from '#features/logbook/shared/recordings/pack-recording.ts';
import { encryptRecording } from '#features/logbook/server/recordings/recording-files.ts';
import { listExportedDives } from './queries.ts';
import { writeRecordedDives, writeTable } from './write-files.ts';

const { services } = await testPortal();
const { pool, db } = services.database;
const affiliateId = 400001;
const dives = 10_000;
const sampleCount = 300;
const maxGrowthBytes = 150 * 1024 ** 2;

/** Logged dives with a recording each. */
async function seed(): Promise<void> {
  const timeS = Float64Array.from({ length: sampleCount }, (_, index) => index * 10);
  const recording = createRecording({
    model: 'Perdix 2',
    samples: {
      count: sampleCount,
      timeS,
      columns: {
        depthM: timeS.map((time) => Math.sin(time / 100) * 5 + 15),
        temperatureC: timeS.map(() => 18.5),
      },
      pressureBar: { 0: timeS.map((time) => 200 - time / 30) },
    },
  });
  const packed = packRecording({ ...recording, cylinders: [createCylinder({ gas: { o2: 32, he: 0 }, volumeL: 12 })] });
  await pool.query('delete from dive_log where affiliate_id = $1', [affiliateId]);
  await pool.query(
    `insert into dive_log (affiliate_id, log_type, status, dive_title, dive_date, dive_location, search_text, is_imported)
     select $1, 'Recreational', 'Logged', 'Dive ' || n, date '1990-01-01' + n, 'Site ' || n % 500, '', true
     from generate_series(1, $2) as n`,
    [affiliateId, dives],
  );
  await pool.query(
    `insert into dive_recording (affiliate_id, log_id, position, fingerprint, sample_count, sealed_recording)
     select affiliate_id, id, 0, sha256(id::text::bytea), $2, '' from dive_log where affiliate_id = $1`,
    [affiliateId, sampleCount],
  );
  const { rows } = await pool.query<{ id: string }>('select id::text from dive_recording where affiliate_id = $1', [
    affiliateId,
  ]);
  const compressed = zstdCompressSync(packed);
  await pool.query(
    `update dive_recording r set sealed_recording = t.bytes from unnest($2::bigint[], $3::bytea[]) as t(id, bytes)
     where r.affiliate_id = $1 and r.id = t.id`,
    [
      affiliateId,
      rows.map(({ id }) => id),
      rows.map(({ id: recordingId }) =>
        encryptRecording(services.env, { affiliate_id: affiliateId, recordingId }, compressed),
      ),
    ],
  );
}

async function measure(pieces: AsyncIterable<string>): Promise<{ bytes: number; growthBytes: number }> {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  let [bytes, highest] = [0, before];
  for await (const piece of pieces) {
    bytes += piece.length;
    highest = Math.max(highest, process.memoryUsage().heapUsed);
  }
  return { bytes, growthBytes: highest - before };
}

it('exports 10,000 dives with little memory', { timeout: 300_000 }, async () => {
  await seed();
  const selection = { affiliateId, dives: await listExportedDives(db, affiliateId, { format: 'uddf' }) };
  expect(selection.dives).toHaveLength(dives);
  const uddf = createUddfWriter({ program: 'Test', diver: { firstName: 'A', lastName: 'B' } });
  const files = {
    uddf: () => writeRecordedDives(services, selection, uddf),
    subsurface: () => writeRecordedDives(services, selection, createSubsurfaceWriter()),
    csv: () => writeTable(services, selection),
  };
  for (const write of Object.values(files)) {
    const { bytes, growthBytes } = await measure(write());
    expect(bytes).toBeGreaterThan(dives * 50);
    expect(growthBytes).toBeLessThan(maxGrowthBytes);
  }
});
