import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readDiveFile } from '../read-dive-file.ts';

const read = (text: string) => readDiveFile(strToU8(text));

describe('texts that no person wrote', () => {
  it('are cut, with a warning', () => {
    const dive = `<dive divesiteid='a' date='2024-05-01' tags='${'x,'.repeat(500)}'><notes>${'n'.repeat(20_010)}</notes></dive>`;
    const { dives } = read(
      `<divelog program='subsurface' version='3'><divesites><site uuid='a' name='${'s'.repeat(900)}'/></divesites><dives>${dive.repeat(2)}</dives></divelog>`,
    );
    expect(dives.map(({ site, notes, tags }) => [site?.name?.length, notes?.length, tags.length])).toEqual([
      [500, 20_000, 100],
      [500, 20_000, 100],
    ]);
    expect(dives[0]?.warnings.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'datetime time-missing',
      'notes column-ignored',
      'tags column-ignored',
      'site column-ignored',
    ]);
  });
});

describe('a damaged file', () => {
  it('says that a DL7 profile is cut off', () => {
    const { dives } = read('FSH|^~<>{}|X\nZDH|1|1|M|QS|20240501100000|\nZDP{\n|0|0|\n|1|5.5|\n');
    expect(dives[0]?.recordings[0]?.samples.count).toBe(2);
    expect(dives[0]?.warnings).toContainEqual({ field: 'ZDP', code: 'missing-value', value: 'ZDP}', count: 1 });
  });

  it('is refused as XML with definitions, whatever these contain', () => {
    for (const definition of ['<!ENTITY a "b">', '<!ENTITY a "]>b">', '<!ENTITY a SYSTEM "file:///etc/passwd">'])
      expect(() => read(`<!DOCTYPE uddf [${definition}]><uddf>&a;</uddf>`)).toThrow('a document type with definitions');
  });
});
