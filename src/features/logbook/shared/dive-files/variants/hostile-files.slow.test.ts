import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { runToEnd } from '#platform/testing/run-to-end.ts';
import { readDiveFile } from '../read-dive-file.ts';

/** A reader that compares all parts of these files with each other takes minutes. */
const read = (text: string) => runToEnd(() => readDiveFile(strToU8(text)));
const wrapUddf = (dives: string) =>
  `<uddf version="3.2.0"><profiledata><repetitiongroup>${dives}</repetitiongroup></profiledata></uddf>`;
const wrapSubsurface = (dives: string) => `<divelog program='subsurface' version='3'><dives>${dives}</dives></divelog>`;
const repeat = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => write(i)).join('');

describe('a file that would take time or memory', () => {
  it('keeps 64 of tens of thousands of cylinders', () => {
    const tanks = repeat(40_000, (index) => `<tankdata id="t${index}"><link ref="m${index}"/></tankdata>`);
    const samples = repeat(
      40_000,
      (index) => `<waypoint><divetime>${index}</divetime><tankpressure ref="t${index}">1e7</tankpressure></waypoint>`,
    );
    const { dives } = read(wrapUddf(`<dive>${tanks}<samples>${samples}</samples></dive>`));
    expect(dives[0]?.cylinders).toHaveLength(64);
    expect(dives[0]?.warnings).toContainEqual({
      field: 'cylinders',
      code: 'impossible-value',
      value: '40000',
      count: 1,
    });
    expect(dives[0]?.recordings[0]?.samples.count).toBe(40_000);
  });

  it('compares gas changes with few cylinders', () => {
    const cylinders = repeat(50_000, (index) => `<cylinder o2='${(index % 90) + 1}.${index}%'/>`);
    const events = `<event time='1:00' name='gaschange' o2='3%'/>`.repeat(60_000);
    const { dives } = read(
      wrapSubsurface(`<dive date='2024-05-01'>${cylinders}<divecomputer model='A'>${events}</divecomputer></dive>`),
    );
    expect(dives[0]?.cylinders).toHaveLength(64);
    expect(dives[0]?.recordings[0]?.events).toHaveLength(10_000);
  });

  it('is refused when its samples have too many values', () => {
    const columns = repeat(64, (index) => ` pressure${index}='200 bar'`);
    // One sample with every pressure at the end makes all columns as long as the dive.
    const dive = `<dive><divecomputer model='A'>${repeat(150_000, () => "<sample time='0:01'/>")}<sample time='0:02'${columns}/></divecomputer></dive>`;
    expect(() => read(wrapSubsurface(dive.repeat(2)))).toThrow('the samples have more than 12000000 values');
  });

  it('is refused before its JSON is parsed', () => {
    const samples = '{},'.repeat(500_000);
    expect(() => read(`{"DeviceLog":{"Samples":[${samples}{}]}}`)).toThrow('the JSON has too many values');
  });

  it('is refused when single elements have many attributes', () => {
    const sample = "<sample time='1:00' depth='1 m' temp='2 C'/>";
    expect(() => read(wrapSubsurface(`<dive>${sample.repeat(210_000)}</dive>`))).toThrow('too many elements');
  });
});
