import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { DiveFile } from '../dive-file.ts';
import { countCalls } from '#platform/testing/count-calls.ts';
import { runToEnd } from '#platform/testing/run-to-end.ts';
import { limits } from '../limits.ts';
import { readDiveFile } from '../read-dive-file.ts';

const wrapUddf = (dives: string, before = '') =>
  `<uddf version="3.2.0">${before}<profiledata><repetitiongroup>${dives}</repetitiongroup></profiledata></uddf>`;
const wrapSubsurface = (dives: string) => `<divelog program='subsurface' version='3'><dives>${dives}</dives></divelog>`;
const repeat = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => write(i)).join('');

/** The dives, or why the file was refused. Each file is so large that comparing its parts with each other would take minutes. */
function readToEnd(text: string): DiveFile['dives'] | string {
  const bytes = strToU8(text);
  try {
    return runToEnd(() => readDiveFile(bytes).dives);
  } catch (error) {
    return (error as Error).message;
  }
}

describe('names that every object has', () => {
  const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

  it.each(names)('reads a dive with an element, attribute and key %s', (name) => {
    const dive = `<dive ${name}='a'><${name} ${name}='b'>c</${name}><divecomputer model='A'><${name}/><extradata key='${name}' value='d'/><sample time='0:10 min' depth='5 m' ${name}='e'/></divecomputer></dive>`;
    expect(readToEnd(wrapSubsurface(dive))).toMatchObject([{ maxDepthM: 5 }]);
    const other = `<dive id="${name}"><${name} ${name}="b">c</${name}><tankdata id="${name}"><link ref="${name}"/></tankdata><samples><waypoint><${name}>1</${name}><divetime>1</divetime><depth>5</depth><tankpressure ref="${name}">1e7</tankpressure></waypoint></samples></dive>`;
    expect(readToEnd(wrapUddf(other))).toMatchObject([{ maxDepthM: 5 }]);
  });
});

describe('a text with long runs', () => {
  it('reads positions with many spaces', () => {
    const gps = `1${' '.repeat(110)}x`;
    expect(readToEnd(wrapSubsurface(`<dive number='1'><location gps='${gps}'/></dive>`.repeat(5_000)))).toHaveLength(
      5_000,
    );
  });

  it.each(['\n', '\r', '\r\n'])(
    'reads a table with stray quotes before a long run of spaces and line end %j',
    (end) => {
      const table = `Date,Depth${end}"${'a"'.repeat(20_000)}${' \u00A0'.repeat(200)}${' '.repeat(3_000_000)}${end}2024-05-01,5${end}`;
      expect(Array.isArray(readToEnd(table))).toBe(true);
      const start = `Dive Number,GF Minimum,Start Date${end}86,40,"${'a"'.repeat(20_000)}${' '.repeat(3_000_000)}${end}`;
      expect(Array.isArray(readToEnd(start))).toBe(true);
    },
  );

  it('refuses a table of quotes', () => {
    const quotes = 'a"'.repeat(2_000_000);
    expect(readToEnd(`Date,Depth\n"${quotes}`)).toBe('the table has too many misplaced quotes');
    expect(readToEnd(`Dive Number,GF Minimum,A\n"${quotes}`)).toBe('the table has too many misplaced quotes');
  });

  it('refuses a table whose headers could be many words', () => {
    const row = repeat(100, () => `${'a '.repeat(50)},`);
    expect(readToEnd(repeat(40, () => `${row}\n`))).toBe('the table has no columns of a dive log');
  });

  it('recognizes a format after many open tags', () => {
    expect(readToEnd(`<dives>${'<dive '.repeat(300_000)}`)).toContain('not well-formed');
  });
});

describe('a file with many parts', () => {
  it('finds the tank of each pressure once', async () => {
    const keys = repeat(6_000, (index) => `<link ref="k${index}"/>`);
    const samples = repeat(
      4_000,
      (index) => `<waypoint><divetime>${index}</divetime><tankpressure ref="r${index}">1e7</tankpressure></waypoint>`,
    );
    const text = wrapUddf(`<dive><tankdata>${keys}</tankdata><samples>${samples}</samples></dive>`);
    let dives: ReturnType<typeof readToEnd> = [];
    // Searching the keys for each sample would be 24 million calls more.
    expect(await countCalls(() => (dives = readToEnd(text)))).toBeLessThan(6_000_000);
    expect(dives).toMatchObject([{ recordings: [{ samples: { count: 4_000 } }] }]);
  });

  it('reads the name of a person once', () => {
    const name = 'x'.repeat(1_000_000);
    const person = `<diver><buddy id="a"><personal><firstname>${name}</firstname></personal></buddy></diver>`;
    const others = repeat(
      500,
      (index) => `<buddy id="b${index}"><personal><lastname>B${index}</lastname></personal></buddy>`,
    );
    const links = `${'<link ref="a"/>'.repeat(130_000)}${repeat(500, (index) => `<link ref="b${index}"/>`)}`;
    const dive = `<dive><informationbeforedive>${links}</informationbeforedive><informationafterdive><greatestdepth>5</greatestdepth></informationafterdive></dive>`;
    const [first] = readToEnd(wrapUddf(dive, `${person}<diver>${others}</diver>`)) as DiveFile['dives'];
    expect(first?.buddies).toHaveLength(limits.names);
    expect(first?.buddies.slice(0, 2)).toEqual(['x'.repeat(limits.nameLength), 'B0']);
    expect(first?.warnings).toContainEqual({ field: 'buddies', code: 'column-ignored', value: 'B99', count: 2 });
  });

  it('keeps 16 of many recordings', () => {
    const dive = `<dive number='1'>${"<divecomputer model='A'/>".repeat(150_000)}</dive>`;
    const [first] = readToEnd(wrapSubsurface(dive)) as DiveFile['dives'];
    expect(first?.recordings).toHaveLength(16);
    expect(first?.warnings).toContainEqual({
      field: 'recordings',
      code: 'impossible-value',
      value: '150000',
      count: 1,
    });
  });

  it('refuses a table of samples from too many dives', () => {
    const rows = repeat(200_000, (index) => `${index},0:10,5\n`);
    expect(readToEnd(`dive number,sample time,sample depth\n${rows}`)).toBe('the table has more than 20000 dives');
  });
});
