import * as fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { FitBaseType, FitEncoder } from 'fit-file-parser/encoder';
import { expect, it } from 'vitest';
import { propertyRuns } from '#platform/testing/property-runs.ts';
import { runToEnd } from '#platform/testing/run-to-end.ts';
import { DiveFileError, type DiveFile } from './dive-file.ts';
import { readDiveFile } from './read-dive-file.ts';

const uint32 = (number: number, value: number) => ({ number, size: 4, baseType: FitBaseType.Uint32, value });

function encodeFit(): Uint8Array {
  const encoder = new FitEncoder();
  encoder.writeMessage(0, [{ number: 0, size: 1, baseType: FitBaseType.Enum, value: 4 }], 0);
  for (let index = 0; index < 5; index++)
    encoder.writeMessage(20, [uint32(253, 1_000_000_000 + index), uint32(92, index * 1000)], 1);
  encoder.writeMessage(18, [uint32(253, 1_000_000_010), uint32(2, 1_000_000_000), uint32(7, 10_000)], 2);
  return encoder.close();
}

const dl7 =
  'FSH|^~<>{}|A|ZXU|20240613080000|\nZRH|^~<>{}|M|1|MSWG|ThM|C|bar|L|\nZDH|1|7|I|Q|20240612093000|28||FO2|\nZDP{\n|0.5|10|2.32||||0|27||180|\nZDP}\nZDT|1|7|18|20240612101500|25|\n';

/** A small valid file of each format. */
const files: Record<string, Uint8Array> = {
  uddf: strToU8(
    '<uddf version="3.2.0"><divesite><site id="s"><name>A</name><geography><latitude>1</latitude><longitude>2</longitude></geography></site></divesite><gasdefinitions><mix id="m"><o2>0.32</o2></mix></gasdefinitions><profiledata><repetitiongroup><dive><informationbeforedive><link ref="s"/><datetime>2024-05-01T10:00:00Z</datetime></informationbeforedive><tankdata id="t"><link ref="m"/><tankvolume>0.012</tankvolume></tankdata><samples><waypoint><depth>1.5</depth><divetime>10</divetime><tankpressure ref="t">20000000</tankpressure><switchmix ref="m"/></waypoint></samples></dive></repetitiongroup></profiledata></uddf>',
  ),
  subsurface: strToU8(
    "<divelog version='3'><divesites><site uuid='a' name='X' gps='1 2'/></divesites><dives><dive number='1' divesiteid='a' date='2024-05-01' time='10:00:00' duration='10:00 min'><cylinder size='12 l' o2='32%' start='200 bar'/><divecomputer model='X'><event time='0:10 min' name='gaschange' cylinder='0'/><sample time='0:10 min' depth='1.5 m' temp='20 C' pressure0='199 bar' ndl='99:00 min'/></divecomputer></dive></dives></divelog>",
  ),
  fit: encodeFit(),
  csv: strToU8(
    'Nr;Datum;Uhrzeit;Ort;Tiefe;Dauer;O2;Startdruck;Enddruck\n1;28.02.2024;09:05;"A;B";18,4;45;EAN32;200;60\n',
  ),
  dl7: strToU8(dl7),
  macdive: strToU8(
    '<dives><units>Imperial</units><dive><date>2024-05-01 10:20:30</date><maxDepth>60</maxDepth><duration>2400</duration><gases><gas><oxygen>32</oxygen></gas></gases><samples><sample><time>1</time><depth>6</depth></sample></samples></dive></dives>',
  ),
  divinglog: strToU8(
    '<Divinglog><Logbook><Dive ID="3"><Divedate>2024-05-01</Divedate><Entrytime>14:05</Entrytime><Depth>30</Depth><Profile><P Time="0"><Depth>0</Depth></P></Profile></Dive></Logbook></Divinglog>',
  ),
  divelogs: strToU8(
    '<DIVELOGSDATA><DATE>28.02.2024</DATE><TIME>10:15</TIME><SAMPLEINTERVAL>10</SAMPLEINTERVAL><SAMPLE><DEPTH>1</DEPTH></SAMPLE></DIVELOGSDATA>',
  ),
  sml: strToU8(
    '<sml><DeviceLog><Header><DateTime>2016-02-11T12:37:28</DateTime><Depth><Max>12</Max></Depth></Header><Samples><Sample><Time>0</Time><Depth>1</Depth></Sample></Samples></DeviceLog></sml>',
  ),
  json: strToU8(
    '{"DeviceLog":{"Header":{"DateTime":"2025-11-26T11:22:12+05:00","Depth":{"Max":3},"Diving":{"Gases":[{"Oxygen":0.3}]}},"Samples":[{"TimeISO8601":"2025-11-26T11:22:12+05:00","Depth":1,"Cylinders":[{"Pressure":1}],"Events":[{"Alarm":{"Type":"x"}}]}]}}',
  ),
  'shearwater-xml': strToU8(
    '<dive version="3"><diveLog><number>1</number><startDate>1/22/2026 12:27:46 PM</startDate><maxDepth>27</maxDepth><maxTime>2447</maxTime><imperialUnits>true</imperialUnits><diveLogRecords><diveLogRecord><currentTime>0</currentTime><currentDepth>1.5</currentDepth><waterTemp>70</waterTemp><fractionO2>0.32</fractionO2><fractionHe>0</fractionHe><currentNdl>99</currentNdl><tank0pressurePSI>1480</tank0pressurePSI></diveLogRecord></diveLogRecords></diveLog></dive>',
  ),
  'shearwater-csv': strToU8(
    'Dive Number,GF Minimum,Imperial Units,Start Date,Max Depth,Max Time\n86,40,False,1/22/2026 12:27:46 PM,27,2447\nTime (sec),Depth,Fraction O2,Fraction He,Water Temp,Tank 1 pressure (PSI)\n0,1.5,0.32,0,23,AI is off\n10,2.1,0.32,0,23,1480\n',
  ),
  'csv profile': strToU8('Time,Depth,Temp\n0,0,20\n10,1,20\n20,2,20\n30,3,19\n40,2,19\n50,0,20\n'),
  zip: zipSync({ 'a.zxu': strToU8(dl7), 'b.csv': strToU8('Date,Depth\n2024-05-13,5\n') }),
};

type Mutation = (bytes: Uint8Array) => Uint8Array;

const position = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const fragments = [
  '<',
  '>',
  '&',
  '"',
  "'",
  '-',
  '999999999999',
  'NaN',
  '1e308',
  '\0',
  '\u{FEFF}',
  ']]>',
  '<!--',
  '|',
  '}',
  '\n',
  '{',
  '[',
  'null',
  '٣',
  '<a>',
  '<constructor/>',
  '<__proto__>a</__proto__>',
  " constructor='1' __proto__='2'",
  '"constructor":1,"__proto__":2,',
  'constructor',
  '__proto__',
];

const splice = (bytes: Uint8Array, start: number, removed: number, inserted: Uint8Array) =>
  Uint8Array.from(Buffer.concat([bytes.subarray(0, start), inserted, bytes.subarray(start + removed)]));

/** Changes a byte, inserts a fragment, removes, repeats or cuts off a part. */
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(position, fc.nat(255)).map(
    ([at, value]): Mutation =>
      (bytes) =>
        bytes.length === 0 ? bytes : bytes.with(Math.floor(at * bytes.length), value),
  ),
  fc.tuple(position, fc.constantFrom(...fragments)).map(
    ([at, text]): Mutation =>
      (bytes) =>
        splice(bytes, Math.floor(at * bytes.length), 0, strToU8(text)),
  ),
  fc.tuple(position, fc.nat(40)).map(
    ([at, length]): Mutation =>
      (bytes) =>
        splice(bytes, Math.floor(at * bytes.length), length, new Uint8Array()),
  ),
  fc.tuple(position, fc.nat(200)).map(([at, length]): Mutation => (bytes) => {
    const start = Math.floor(at * bytes.length);
    return splice(bytes, start, 0, bytes.slice(start, start + length));
  }),
  position.map(
    (at): Mutation =>
      (bytes) =>
        bytes.slice(0, Math.floor(at * bytes.length)),
  ),
);

/** Repeats a part of a file or a fragment fifty thousand times, which takes minutes if a reader compares all with all. */
const repetition: fc.Arbitrary<Mutation> = fc
  .tuple(position, fc.oneof(fc.constantFrom(...fragments, ' ', '\t', 'a"', 'a '), fc.nat(40)))
  .map(([at, part]): Mutation => (bytes) => {
    const start = Math.floor(at * bytes.length);
    const content = typeof part === 'number' ? bytes.subarray(start, start + part) : strToU8(part);
    return splice(bytes, start, 0, Buffer.concat(Array.from({ length: 50_000 }, () => content)));
  });

/** A reader returns valid dives or refuses the file with its own error. */
function readOrRefuse(bytes: Uint8Array): void {
  try {
    expectValid(runToEnd(() => readDiveFile(bytes)));
  } catch (error) {
    if (!(error instanceof DiveFileError)) throw error;
  }
}

function expectValid({ dives }: DiveFile): void {
  for (const { start, maxDepthM, recordings } of dives) {
    if (start !== null) expect(Number.isNaN(Date.parse(`${start.local}Z`))).toBe(false);
    if (maxDepthM !== null) expect(maxDepthM >= 0 && maxDepthM <= 350).toBe(true);
    for (const { samples } of recordings) {
      const depths = samples.columns.depthM ?? new Float64Array(samples.count);
      expect(depths).toHaveLength(samples.count);
      expect(depths.every((depth) => Number.isNaN(depth) || (depth >= 0 && depth <= 350))).toBe(true);
      expect(samples.timeS.every((time, index) => time >= (samples.timeS[index - 1] ?? 0))).toBe(true);
    }
  }
}

it.each(Object.entries(files))('reads or refuses a mutated %s file', (_format, bytes) => {
  expect(readDiveFile(bytes).dives.length).toBeGreaterThan(0);
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 6 }), (mutations) => {
      readOrRefuse(mutations.reduce((changed, mutate) => mutate(changed), bytes));
    }),
    { numRuns: propertyRuns(1000) },
  );
});

it.each(Object.entries(files))('reads or refuses a %s file with a part repeated many times', (_format, bytes) => {
  expect(readDiveFile(bytes).dives.length).toBeGreaterThan(0);
  fc.assert(
    fc.property(repetition, fc.array(mutation, { maxLength: 2 }), (repeat, mutations) => {
      readOrRefuse(mutations.reduce((changed, mutate) => mutate(changed), repeat(bytes)));
    }),
    { numRuns: propertyRuns(100) },
  );
});

it('reads or refuses any bytes and any text', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 300 }),
        fc.string({ maxLength: 300 }).map((text) => strToU8(text)),
      ),
      (bytes) => {
        expect(() => readOrRefuse(bytes)).not.toThrow();
      },
    ),
    { numRuns: propertyRuns(1000) },
  );
});
