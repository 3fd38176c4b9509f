import { zipSync, strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readDiveFile } from './read-dive-file.ts';

const read = (text: string) => readDiveFile(strToU8(text));

const dl7 = `FSH|^~<>{}|ABC01^1.0^A|ZXU|20240613080000|
ZRH|^~<>{}|Mares Sport|12345|MSWG|ThM|C|bar|L|
ZAR{
<APP>Logger</APP>
}
ZDH|1|7|I|Q10S|20240612093000|28.0||FO2|
ZDP{
|0.00|0.0|2.32||||0|-17|||||0|||
|0.50|10.0||1.1|||3|26||180|||5|||
|1.00|18.29|1||T||0|26||170|||5|||
ZDP}
ZDT|1|7|18.29|20240612101500|25|0|
`;

describe('DL7', () => {
  it('reads the dive, its profile and gases', () => {
    const { format, dives } = read(dl7);
    expect(format).toBe('dl7');
    expect(dives).toMatchObject([
      {
        number: 7,
        start: { local: '2024-06-12T09:30:00' },
        durationS: 2700,
        maxDepthM: 18.29,
        waterTempC: 25,
        airTempC: 28,
        cylinders: [{ gas: { o2: 32, he: 0 }, startBar: 180, endBar: 170 }, { gas: { o2: 21, he: 0 } }],
        warnings: [{ field: 'ZAR', code: 'not-decoded' }],
        recordings: [{ model: 'Mares Sport', serial: '12345', samples: { count: 3 } }],
      },
    ]);
    const [recording] = dives[0]?.recordings ?? [];
    expect(recording?.samples.timeS).toEqual(Float64Array.of(0, 30, 60));
    expect(recording?.samples.columns.temperatureC).toEqual(Float64Array.of(Number.NaN, 26, 26));
    expect(recording?.events.map(({ kind }) => kind)).toEqual(['gas-change', 'gas-change', 'ascent']);
  });

  it('reads whole numbers as seconds, or as minutes if they fit the dive', () => {
    const times = (last: number) =>
      read(dl7.replace(/ZDP\{[\s\S]*ZDP\}/, `ZDP{\n|0|1|\n|${last}|5|\nZDP}`)).dives[0]?.recordings[0]?.durationS;
    expect(times(2690)).toBe(2690);
    expect(times(45)).toBe(2700);
  });

  it('reads a file without the line of its sender, with one reading of the pressure', () => {
    const bare = dl7.slice(dl7.indexOf('ZRH')).replaceAll('\n', '\r').replace('170', '');
    expect(read(bare)).toMatchObject({ format: 'dl7', dives: [{ number: 7, cylinders: [{ startBar: 180 }, {}] }] });
  });

  it('converts feet, Fahrenheit and psi', () => {
    const imperial = dl7.replace('MSWG|ThM|C|bar', 'FSWG|ThFt|F|PSIA').replace('|18.29|2024', '|60|2024');
    expect(read(imperial).dives[0]).toMatchObject({ maxDepthM: 18.288, waterTempC: -3.889 });
  });
});

describe('MacDive XML', () => {
  const macDive = (units: string, dive: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE dives SYSTEM "http://www.mac-dive.com/macdive_logbook.dtd"><dives><units>${units}</units><schema>2.2.0</schema>${dive}</dives>`;
  const dive = `<dive><date>2024-05-01 10:20:30</date><identifier>1</identifier><diveNumber>5</diveNumber><computer>OSTC</computer><serial>9</serial>
    <maxDepth>60</maxDepth><averageDepth>30</averageDepth><duration>2400</duration><tempLow>50</tempLow><tempAir>0</tempAir>
    <site><country>Malta</country><location>Gozo</location><name>Blue Hole</name><lat>36.05</lat><lon>14.18</lon></site>
    <buddies><buddy>Ann</buddy><buddy>Bo</buddy></buddies>
    <gases><gas><pressureStart>3000</pressureStart><pressureEnd>500</pressureEnd><oxygen>32</oxygen><helium>0</helium><tankSize>77.4</tankSize><tankName>AL80</tankName></gas>
    <gas><oxygen>50</oxygen><helium>0</helium></gas></gases>
    <samples><sample><time>0</time><depth>0</depth><pressure>3000</pressure><temperature>52</temperature></sample>
    <sample><time>10.5</time><depth>60</depth><pressure>2900</pressure><temperature>50</temperature></sample></samples></dive>`;

  it('reads imperial units and every gas', () => {
    const { format, dives } = read(macDive('Imperial', dive));
    expect(format).toBe('macdive');
    expect(dives).toMatchObject([
      {
        number: 5,
        start: { local: '2024-05-01T10:20:30' },
        durationS: 2400,
        maxDepthM: 18.288,
        waterTempC: 10,
        airTempC: null,
        site: { name: 'Blue Hole', country: 'Malta' },
        buddies: ['Ann', 'Bo'],
        cylinders: [{ gas: { o2: 32, he: 0 }, startBar: 206.842, volumeL: 11.166 }, { gas: { o2: 50, he: 0 } }],
        recordings: [{ model: 'OSTC', samples: { count: 2 } }],
      },
    ]);
  });

  it('converts the gas volume of a cylinder at its working pressure', () => {
    const large = dive.replace('<tankSize>77.4<', '<workingPressure>3442</workingPressure><tankSize>100<');
    expect(read(macDive('Imperial', large)).dives[0]?.cylinders[0]).toMatchObject({
      volumeL: 12.823,
      workingPressureBar: 237.317,
    });
  });

  it('reads alarms and durations as clocks', () => {
    const alarm = dive.replace('</depth><pressure>2900', '</depth><alarm>ascent_rate</alarm><pressure>2900');
    const [read1] = read(macDive('Metric', alarm.replace('<duration>2400<', '<duration>40:00<'))).dives;
    expect(read1).toMatchObject({ durationS: 2400, recordings: [{ events: [{ timeS: 10.5, kind: 'ascent' }] }] });
  });

  it('reads metric units', () => {
    expect(read(macDive('Metric', dive)).dives[0]).toMatchObject({ maxDepthM: 60 });
  });
});

describe('Diving Log XML', () => {
  it('reads dives, places and profiles', () => {
    const { format, dives } =
      read(`<?xml version="1.0" encoding="utf-8"?><Divinglog Version="6.0"><Logbook><Dive ID="3">
      <Number>12</Number><Divedate>2024-05-01</Divedate><Entrytime>14:05</Entrytime><Country Name="Egypt"/><City Name="Dahab"/>
      <Place Name="Canyon"><Lat>28.5</Lat><Lon>34.5</Lon></Place><Divetime>45.5</Divetime><Depth>30.1</Depth><Buddy Names="Ann, Bo"/>
      <Watertemp>22</Watertemp><O2>32</O2><He>0</He><PresS>200</PresS><PresE>50</PresE><Tanksize>12</Tanksize><DblTank>False</DblTank>
      <Computer>Suunto</Computer><Profile><P Time="0"><Depth>0</Depth></P><P Time="20"><Depth>30.1</Depth><Temp>22</Temp><Press1>190</Press1></P></Profile>
      </Dive></Logbook></Divinglog>`);
    expect(format).toBe('divinglog');
    expect(dives).toMatchObject([
      {
        number: 12,
        start: { local: '2024-05-01T14:05:00' },
        durationS: 2730,
        maxDepthM: 30.1,
        site: { name: 'Canyon', location: 'Dahab', country: 'Egypt' },
        buddies: ['Ann', 'Bo'],
        cylinders: [{ gas: { o2: 32, he: 0 }, volumeL: 12, startBar: 200, endBar: 50 }],
        recordings: [{ samples: { count: 2 } }],
      },
    ]);
  });
});

describe('Diving Log XML of other versions', () => {
  it('reads the pressure of several transmitters and the heart rate', () => {
    const { dives } =
      read(`<Divinglog><Logbook><Dive><Divedate>2024-05-01</Divedate><Entrytime>14:05</Entrytime><O2>18</O2><He>45</He><Profile>
      <P Time="0"><Depth>0</Depth><Press1>200</Press1><Press2>190</Press2><Heartrate>0</Heartrate></P>
      <P Time="20"><Depth>30</Depth><Press1>180</Press1><Press2>190</Press2><Heartrate>88</Heartrate></P></Profile></Dive></Logbook></Divinglog>`);
    expect(dives[0]?.cylinders).toMatchObject([
      { gas: { o2: 18, he: 45 }, startBar: 200, endBar: 180 },
      { gas: null, startBar: 190, endBar: 190 },
    ]);
    expect(dives[0]?.recordings[0]?.samples.columns.heartRate).toEqual(Float64Array.of(Number.NaN, 88));
  });

  it('reads German dates, decimal commas and degrees with minutes', () => {
    const { dives } =
      read(`<Divinglog><Logbook><Dive><Divedate>01.05.2024</Divedate><Entrytime>14:05:00</Entrytime><Depth>30,1</Depth>
      <Place Name="Canyon"><Lat>28°30'00"N</Lat><Lon>34°30'36"W</Lon></Place></Dive></Logbook></Divinglog>`);
    expect(dives).toMatchObject([
      {
        start: { local: '2024-05-01T14:05:00' },
        maxDepthM: 30.1,
        site: { position: { latitude: 28.5, longitude: -34.51 } },
        warnings: [],
      },
    ]);
  });
});

const divelogs = (
  number: number,
) => `<?xml version="1.0" encoding="iso-8859-1"?><DIVELOGSDATA><DIVELOGSDIVENUMBER>${number}</DIVELOGSDIVENUMBER>
  <DATE>28.02.2024</DATE><TIME>10:15:00</TIME><DIVETIMESEC>1800</DIVETIMESEC><LOCATION><![CDATA[Kreidesee]]></LOCATION><SITE><![CDATA[Rüttler]]></SITE>
  <LAT>53.7</LAT><LNG>9.1</LNG><O2PCT>32</O2PCT><CYLINDERSIZE>12</CYLINDERSIZE><DBLTANK>0</DBLTANK><CYLINDERSTARTPRESSURE>200</CYLINDERSTARTPRESSURE>
  <MAXDEPTH>21.5</MAXDEPTH><SAMPLEINTERVAL>10</SAMPLEINTERVAL><SAMPLE><DEPTH>1.5</DEPTH></SAMPLE><SAMPLE><DEPTH>21.5</DEPTH></SAMPLE></DIVELOGSDATA>`;

describe('divelogs.de', () => {
  it('reads a DLD file, which is a zip', () => {
    const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
    const dld = zipSync({ '1.xml': bytes(divelogs(1)), '2.xml': bytes(divelogs(2)) });
    const { format, dives } = readDiveFile(dld);
    expect(format).toBe('divelogs');
    expect(dives).toMatchObject([
      {
        file: '1.xml',
        number: 1,
        start: { local: '2024-02-28T10:15:00' },
        durationS: 1800,
        maxDepthM: 21.5,
        site: { name: 'Rüttler', location: 'Kreidesee' },
        cylinders: [{ gas: { o2: 32, he: 0 }, volumeL: 12 }],
        recordings: [{ samples: { count: 2 } }],
      },
      { file: '2.xml', number: 2 },
    ]);
    expect(dives[0]?.recordings[0]?.samples.timeS).toEqual(Float64Array.of(0, 10));
  });
});

describe('zip', () => {
  it('reads every inner file by its content and names those it cannot read', () => {
    const inner = zipSync({ 'deep.zxu': strToU8(dl7) });
    const { format, dives, warnings } = readDiveFile(
      zipSync({
        'a/wrong-name.csv': strToU8(dl7),
        'b.txt': strToU8('Date,Depth\n2024-05-13,12\n'),
        'inner.zip': inner,
        'photo.jpg': strToU8('x'),
        'readme.md': strToU8('# hello'),
        '__MACOSX/a': strToU8('x'),
      }),
    );
    expect(format).toBe('zip');
    expect(dives.map(({ file }) => file)).toEqual(['a/wrong-name.csv', 'b.txt', 'inner.zip/deep.zxu']);
    expect(warnings.filter(({ code }) => code === 'unreadable-file').map(({ value }) => value)).toEqual([
      'photo.jpg: not a dive log',
      'readme.md: the file is not a dive log that can be read',
    ]);
  });

  it('rejects bombs and damaged zips', () => {
    expect(readDiveFile(zipSync({ 'a.csv': new Uint8Array(30_000_000) }))).toMatchObject({
      dives: [],
      warnings: [{ code: 'unreadable-file', value: 'a.csv: the file unpacks to too much' }, { code: 'no-dives' }],
    });
    // Nothing but the size of one file is too large.
    const large = strToU8(`Date,Depth\n${'2024-05-01,10\n'.repeat(20_001)}`);
    expect(readDiveFile(zipSync({ 'a.zxu': strToU8(dl7), 'b.csv': large }))).toMatchObject({
      dives: [{ file: 'a.zxu', number: 7 }],
      warnings: [{ code: 'unreadable-file', value: 'b.csv: the table has more than 20000 dives' }],
    });
    const zip = zipSync({ 'a.zxu': strToU8(dl7) });
    expect(() => readDiveFile(zip.slice(0, -30))).toThrow('damaged or encrypted');
    const nested = [1, 2, 3].reduce((content) => zipSync({ 'a.zip': content }), zip);
    expect(readDiveFile(nested).warnings[0]?.value).toContain('too many zips');
  });

  it('stops unpacking a file that is larger than the zip declares', () => {
    const zip = zipSync({ 'a.zxu': strToU8(' '.repeat(1_000_000)), 'b.zxu': strToU8(dl7) });
    const entry = Buffer.from(zip.buffer).indexOf('PK\u0001\u0002');
    new DataView(zip.buffer).setUint32(entry + 24, 100, true);
    const { dives, warnings } = readDiveFile(zip);
    expect(dives.map(({ file }) => file)).toEqual(['b.zxu']);
    expect(warnings).toMatchObject([{ code: 'unreadable-file', value: 'a.zxu: the file is damaged' }]);
  });

  it('takes names of files as texts', () => {
    const table = strToU8('Date,Depth\n2024-05-13,12\n');
    const names = ['../../etc/passwd', '/b.csv', 'constructor', '潜水.csv'];
    const { dives } = readDiveFile(zipSync(Object.fromEntries(names.map((name) => [name, table]))));
    expect(dives.map(({ file }) => file)).toEqual(names);
  });

  it('rejects an encrypted zip, and names an encrypted file among others', () => {
    const encrypt = (zip: Uint8Array, ...files: number[]) => {
      for (const file of files) {
        const entry = Buffer.from(zip.buffer).indexOf('PK\u0001\u0002', file);
        zip[entry + 8] = (zip[entry + 8] ?? 0) | 1;
      }
      return zip;
    };
    expect(() => readDiveFile(encrypt(zipSync({ 'a.zxu': strToU8(dl7) }), 0))).toThrow('the zip is encrypted');
    const { dives, warnings } = readDiveFile(encrypt(zipSync({ 'a.zxu': strToU8(dl7), 'b.zxu': strToU8(dl7) }), 0));
    expect(dives.map(({ file }) => file)).toEqual(['b.zxu']);
    expect(warnings).toMatchObject([{ code: 'unreadable-file', value: 'a.zxu: the file is encrypted' }]);
  });

  it('keeps the other files if one is damaged', () => {
    const zip = zipSync({ 'a.zxu': strToU8(dl7.repeat(5)), 'b.zxu': strToU8(dl7) });
    zip.fill(0xff, 40, 60);
    const { dives, warnings } = readDiveFile(zip);
    expect(dives.map(({ file }) => file)).toEqual(['b.zxu']);
    expect(warnings).toMatchObject([{ code: 'unreadable-file' }]);
  });
});
