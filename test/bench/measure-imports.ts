import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { affiliateType } from '#domain/roles.ts';
import { readDiveFile } from '#features/logbook/shared/dive-files/read-dive-file.ts';
import type { DiveImport } from '#features/logbook/shared/import-contract.ts';
import { unpackRecording } from '#features/logbook/shared/recordings/pack-recording.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import { importDocuments } from '#features/logbook/web/imports/import-documents.ts';
import { readProcessSeconds } from './cpu-usage.ts';
import type { Portal } from './servers.ts';

/** Several files, because one with all dives would be larger than the portal accepts. The last one is UDDF. */
const fileCount = 4;
const divesPerFile = 250;
const samplesPerDive = 2_400;
const longDive = 10_000;
const listedDives = 10_000;
const repetitions = 25;
const listRequests = 100;
const listRounds = 8;
/** Each dive has the same start in another file, which only the computer tells apart. */
const people = { importing: 3_100_001, withOutlines: 3_100_002, withoutOutlines: 3_100_003 };
const outline = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz01234567';

export const importSize = { dives: fileCount * divesPerFile, samples: samplesPerDive };
export const limits = { import: 10, open: 6, list: 1.15 };

interface ImportCosts {
  parseS: number;
  importS: number;
  plainMs: number;
  recordedMs: number;
  withoutOutlinesMs: number;
  withOutlinesMs: number;
}

/** Compares an import with parsing alone, a long recording with a dive without one, and lists with and without outlines. */
export async function measureImports(portal: Portal, connection: ClientConfig): Promise<ImportCosts> {
  await addPeople(connection);
  const files = Array.from({ length: fileCount }, (_, index) =>
    createFile(index, divesPerFile, samplesPerDive, index === fileCount - 1 ? 'uddf' : 'subsurface'),
  );
  const startedAt = performance.now();
  for (const file of files) readDiveFile(file);
  const parseS = (performance.now() - startedAt) / 1_000;
  const importS = await importFiles(portal, files);
  await importFiles(portal, [createFile(fileCount, 1, longDive)]);
  return {
    parseS,
    importS,
    ...(await measureOpening(portal, connection)),
    ...(await measureLists(portal, connection)),
  };
}

/** A file with a sample every second, whose depth and temperature change as in a real dive. */
function createFile(
  file: number,
  dives: number,
  samples: number,
  format: keyof typeof writers = 'subsurface',
): Uint8Array {
  const { start, writeSample, writeDive, end } = writers[format];
  const lines: string[] = [];
  for (let second = 1; second <= samples; second++) {
    const depth = Math.min(second / 20, 30, (samples - second) / 20) + Math.sin(second / 37);
    lines.push(writeSample(second, Math.max(depth, 0).toFixed(1), 18 - depth / 10));
  }
  const profile = lines.join('\n');
  const content = Array.from({ length: dives }, (_, index) => {
    const date = new Date(Date.UTC(1990 + file, 0, 1 + index)).toISOString().slice(0, 10);
    return writeDive(index + 1, date, profile, `Computer ${file}`);
  });
  return Buffer.from(`${start}${content.join('')}${end}`);
}

const writers = {
  subsurface: {
    start: "<divelog program='subsurface' version='3'><dives>",
    writeSample(second: number, depth: string, temperature: number): string {
      const clock = `${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`;
      return `<sample time='${clock} min' depth='${depth} m' temp='${temperature.toFixed(1)} C'/>`;
    },
    writeDive: (number: number, date: string, profile: string, computer: string) =>
      `<dive number='${number}' date='${date}' time='10:00:00'><cylinder size='12.0 l' o2='32.0%' start='200 bar' end='60 bar'/>
      <divecomputer model='${computer}'>${profile}</divecomputer></dive>`,
    end: '</dives></divelog>',
  },
  uddf: {
    start: `<uddf version="3.2.2"><gasdefinitions><mix id="mix"><o2>0.32</o2></mix></gasdefinitions><profiledata><repetitiongroup id="group">`,
    writeSample: (second: number, depth: string, temperature: number) =>
      `<waypoint><depth>${depth}</depth><divetime>${second}</divetime><temperature>${(temperature + 273.15).toFixed(1)}</temperature></waypoint>`,
    writeDive: (number: number, date: string, profile: string) =>
      `<dive id="dive${number}"><informationbeforedive><divenumber>${number}</divenumber><datetime>${date}T10:00:00</datetime></informationbeforedive>
      <tankdata><link ref="mix"/><tankvolume>0.012</tankvolume><tankpressurebegin>20000000</tankpressurebegin><tankpressureend>6000000</tankpressureend></tankdata>
      <samples>${profile}</samples><informationafterdive><greatestdepth>30</greatestdepth><diveduration>2400</diveduration></informationafterdive></dive>`,
    end: '</repetitiongroup></profiledata></uddf>',
  },
};

/** The time from the start of an import to its end. */
async function importFiles(portal: Portal, files: readonly Uint8Array[]): Promise<number> {
  const headers = await portal.headersOf(people.importing);
  const id = randomUUID();
  for (const [position, file] of files.entries()) {
    const form = new FormData();
    form.append('name', `dives ${position}.ssrf`);
    form.append('file', new Blob([Uint8Array.from(file)]), 'dives.ssrf');
    const url = `http://127.0.0.1:${portal.port}/api/logbook/api/Import/UploadFile/${id}/${position}`;
    const response = await fetch(url, { method: 'POST', headers, body: form });
    if (!response.ok) throw new Error(`upload failed: ${response.status} ${await response.text()}`);
  }
  const startedAt = performance.now();
  await ask(portal, people.importing, String(importDocuments.startImport), { id, choices: [] });
  for (;;) {
    const { diveImports } = await ask<{ diveImports: DiveImport[] }>(
      portal,
      people.importing,
      String(importDocuments.imports),
      { id },
    );
    const [state] = diveImports;
    if (state?.status === 'failed') throw new Error(`import failed: ${state.problem}`);
    if (state?.status === 'done') return (performance.now() - startedAt) / 1_000;
    await delay(100);
  }
}

async function measureOpening(portal: Portal, connection: ClientConfig) {
  const client = new Client(connection);
  await client.connect();
  const { rows } = await client.query<{ log: string; recording: string }>(
    `select log_id::text as log, id::text as recording from dive_recording where affiliate_id = $1 and sample_count = $2`,
    [people.importing, longDive],
  );
  const { rows: plain } = await client.query<{ id: string }>(
    'select id::text from dive_log where affiliate_id = $1 order by id limit 1',
    [people.withoutOutlines],
  );
  await client.end();
  const [{ log = '', recording = '' } = {}] = rows;
  const headers = await portal.headersOf(people.importing);
  const url = `http://127.0.0.1:${portal.port}/api/logbook/api/Recording/GetRecording/${log}/${recording}`;
  const plainMs = await findFastest(() =>
    ask(portal, people.withoutOutlines, String(documents.log), { id: plain[0]?.id }),
  );
  const recordedMs = await findFastest(async () => {
    await ask(portal, people.importing, String(documents.log), { id: log });
    const response = await fetch(url, { headers });
    const { samples } = unpackRecording(new Uint8Array(await response.arrayBuffer()));
    if (samples.count !== longDive) throw new Error(`the recording has ${samples.count} samples`);
  });
  return { plainMs, recordedMs };
}

/**
 * CPU time of the portal and the database, because other load changes how long a request takes much more than outlines do.
 * The cheapest of alternating rounds counts.
 */
async function measureLists(portal: Portal, connection: ClientConfig) {
  const client = new Client(connection);
  await client.connect();
  const readCpuMs = async () => {
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    const databaseS = await readProcessSeconds(rows.map(({ pid }) => pid));
    return (await portal.readCpuUs()) / 1_000 + databaseS * 1_000;
  };
  const variables = { filter: {}, sort: 'dive_date_desc', limit: 20, offset: 0 };
  const measure = async (person: number) => {
    const before = await readCpuMs();
    for (let count = 0; count < listRequests; count++) await ask(portal, person, String(documents.page), variables);
    return ((await readCpuMs()) - before) / listRequests;
  };
  let [withoutOutlinesMs, withOutlinesMs] = [Infinity, Infinity];
  for (let round = 0; round < listRounds; round++) {
    withoutOutlinesMs = Math.min(withoutOutlinesMs, await measure(people.withoutOutlines));
    withOutlinesMs = Math.min(withOutlinesMs, await measure(people.withOutlines));
  }
  await client.end();
  return { withoutOutlinesMs, withOutlinesMs };
}

/** The fastest of several, because other load only slows requests down. */
async function findFastest(run: () => Promise<unknown>): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let count = 0; count < repetitions; count++) {
    const startedAt = performance.now();
    await run();
    fastest = Math.min(fastest, performance.now() - startedAt);
  }
  return fastest;
}

async function ask<Data>(portal: Portal, person: number, query: string, variables: object): Promise<Data> {
  const response = await fetch(`http://127.0.0.1:${portal.port}/api/graphql`, {
    method: 'POST',
    headers: { ...(await portal.headersOf(person)), 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
  if (errors !== undefined) throw new Error(`query failed: ${JSON.stringify(errors)}`);
  return data;
}

async function addPeople(connection: ClientConfig): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  await client.query(
    `insert into person (affiliate_id, sub, email, given_name, family_name, affiliate_type_id)
     select id, gen_random_uuid(), 'imports-' || id || '@bench.test', 'Diver', id::text, ${affiliateType.diver}
     from unnest($1::int[]) id`,
    [Object.values(people)],
  );
  await client.query(
    `insert into dive_log (affiliate_id, log_type, status, dive_title, dive_date, dive_location, dive_type, max_depth_m,
       bottom_time_min, search_text, outline)
     select person, 'Recreational', 'Logged', 'Dive ' || n, date '2026-10-31' - n, 'Wreck Bay', 'Boat', 18, 40, 'dive ' || n,
       case when person = $2 then $4 end
     from unnest(array[$1::int, $2::int]) person, generate_series(1, $3::int) n`,
    [people.withoutOutlines, people.withOutlines, listedDives, outline],
  );
  await client.query('vacuum analyze dive_log');
  await client.end();
}
