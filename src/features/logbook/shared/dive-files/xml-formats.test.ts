import { describe, expect, it } from 'vitest';
import { DiveFileError } from './dive-file.ts';
import { readDiveFile } from './read-dive-file.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readDiveFile(encode(text));
const codes = (text: string) => read(text).dives.flatMap(({ warnings }) => warnings.map(({ code }) => code));
function errorCode(bytes: Uint8Array): string | null {
  try {
    readDiveFile(bytes);
    return null;
  } catch (error) {
    return error instanceof DiveFileError ? error.code : 'other';
  }
}

const waypoint = (time: number, depth: number | string, more = '') =>
  `<waypoint><depth>${depth}</depth><divetime>${time}</divetime>${more}</waypoint>`;

const uddf = ({
  root = 'uddf xmlns="http://www.streit.cc/uddf/3.2/" version="3.2.1"',
  datetime = '2024-05-01T23:30:00',
  waypoints = waypoint(0, 0) + waypoint(60, 12.5) + waypoint(120, 0),
  after = '',
} = {}) => `<?xml version="1.0" encoding="utf-8"?>
<${root}>
  <diver><owner id="o"><equipment><divecomputer id="dc"><model>Perdix</model><serialnumber>A1</serialnumber></divecomputer></equipment></owner>
    <buddy id="b1"><personal><firstname>Áine</firstname><lastname>Murphy</lastname></personal></buddy></diver>
  <divesite><site id="s1"><name>Blue Hole</name><geography><latitude>28.572</latitude><longitude>34.537</longitude></geography></site></divesite>
  <gasdefinitions>
    <mix id="m1"><o2>0.18</o2><he>0.45</he></mix><mix id="m2"><o2>0.5</o2><he>0</he></mix><mix id="unused"><o2>1</o2></mix>
  </gasdefinitions>
  <profiledata><repetitiongroup id="r"><dive id="d">
    <informationbeforedive><link ref="b1"/><link ref="s1"/><divenumber>7</divenumber><datetime>${datetime}</datetime></informationbeforedive>
    <tankdata id="t1"><link ref="m1"/><tankvolume>0.024</tankvolume><tankpressurebegin>22000000</tankpressurebegin><tankpressureend>9000000</tankpressureend></tankdata>
    <tankdata id="t2"><link ref="m2"/><tankvolume>0.011</tankvolume></tankdata>
    <samples>${waypoints}</samples>
    <informationafterdive>${after}</informationafterdive>
  </dive></repetitiongroup></profiledata>
</uddf>`;

describe('UDDF', () => {
  it('reads dives with and without namespace', () => {
    const files = [uddf(), uddf({ root: 'uddf version="3.2.1"' }), uddf({ root: 'uddf version="2.2.0"' })];
    for (const text of files) {
      const { format, dives } = read(text);
      expect(format).toBe('uddf');
      expect(dives).toMatchObject([
        {
          number: 7,
          start: { local: '2024-05-01T23:30:00', utcOffsetMin: null },
          durationS: 120,
          maxDepthM: 12.5,
          site: { name: 'Blue Hole', position: { latitude: 28.572, longitude: 34.537 } },
          buddies: ['Áine Murphy'],
          cylinders: [
            { gas: { o2: 18, he: 45 }, volumeL: 24, startBar: 220, endBar: 90 },
            { gas: { o2: 50, he: 0 }, volumeL: 11 },
          ],
          recordings: [{ model: 'Perdix', serial: 'A1', samples: { count: 3 } }],
        },
      ]);
    }
  });

  it('reads a prefixed namespace and elements before those they refer to', () => {
    const [profile = ''] = /<profiledata>[\s\S]*<\/profiledata>/.exec(uddf()) ?? [];
    const moved = uddf()
      .replace(profile, '')
      .replace('<diver>', () => `${profile}<diver>`);
    const prefixed = moved.replaceAll(/<(\/?)(\w)/g, '<$1u:$2').replace('xmlns=', 'xmlns:u=');
    expect(read(prefixed).dives[0]).toMatchObject({ site: { name: 'Blue Hole' }, maxDepthM: 12.5 });
  });

  it('reads date and time in parts, as version 2 writes them', () => {
    const date =
      '<date><year>2009</year><month>2</month><day>28</day></date><time><hour>9</hour><minute>5</minute></time>';
    const text = uddf().replace(/<datetime>.*<\/datetime>/, date);
    expect(read(text).dives[0]?.start?.local).toBe('2009-02-28T09:05:00');
  });

  it('keeps local time and offset, and places UTC by the position of the site', () => {
    expect(read(uddf({ datetime: '2024-05-01T23:30:00+05:30' })).dives[0]?.start).toMatchObject({
      local: '2024-05-01T23:30:00',
      utcOffsetMin: 330,
    });
    expect(read(uddf({ datetime: '2024-05-01T23:30:00Z' })).dives[0]?.start).toMatchObject({
      local: '2024-05-02T02:30:00',
      utcOffsetMin: 180,
    });
    const unplaced = read(uddf({ datetime: '2024-05-01T23:30:00Z' }).replace('<link ref="s1"/>', ''));
    expect(unplaced.dives[0]?.start).toMatchObject({ local: '2024-05-01T23:30:00', utcOffsetMin: null });
    expect(unplaced.dives[0]?.warnings).toMatchObject([{ field: 'utc_offset_min', code: 'utc-only' }]);
  });

  it('keeps the local time that Shearwater Cloud marks as UTC', () => {
    const file = uddf({ datetime: '2024-05-01T23:30:00Z' });
    const generator = '<generator><name>Shearwater Cloud Desktop</name></generator><diver>';
    expect(read(file.replace('<diver>', generator)).dives).toMatchObject([
      { start: { local: '2024-05-01T23:30:00', utcOffsetMin: null }, warnings: [{ code: 'local-time-assumed' }] },
    ]);
  });

  it('leaves out impossible values and says so', () => {
    const waypoints = waypoint(0, -3) + waypoint(10, 'NaN') + waypoint(20, 9999) + waypoint(30, 18.4);
    const { dives } = read(uddf({ waypoints, after: '<greatestdepth>9999</greatestdepth>' }));
    expect(dives[0]).toMatchObject({ maxDepthM: 18.4, recordings: [{ samples: { count: 4 } }] });
    expect(dives[0]?.warnings).toMatchObject([
      { field: 'max_depth_m', code: 'impossible-value', value: '9999' },
      { field: 'samples.depth_m', code: 'impossible-value', value: '-3', count: 3 },
    ]);
  });

  it('gives no date to a dive with an impossible one', () => {
    for (const datetime of ['2024-02-30T10:00:00', '2024-13-01T10:00:00', 'yesterday', '0000-00-00T00:00:00']) {
      expect(read(uddf({ datetime })).dives[0]?.start).toBeNull();
      expect(codes(uddf({ datetime }))).toContain('invalid-date');
    }
    expect(read(uddf({ datetime: '' })).dives[0]?.start).toBeNull();
  });

  it('reads pressure of each tank, gas changes, temperature, ppO₂ and events', () => {
    const waypoints =
      waypoint(
        0,
        1,
        '<switchmix ref="m1"/><tankpressure ref="t1">22000000</tankpressure><temperature>293.15</temperature>',
      ) +
      waypoint(60, 6, '<switchmix ref="m2"/><tankpressure ref="t2">18000000</tankpressure><setpo2>130000</setpo2>') +
      waypoint(90, 3, '<alarm>ascent</alarm><calculatedpo2>0.9</calculatedpo2><heading>180</heading>');
    const recording = read(uddf({ waypoints })).dives[0]?.recordings[0];
    expect(recording?.samples.pressureBar).toEqual({
      0: Float64Array.of(220, Number.NaN, Number.NaN),
      1: Float64Array.of(Number.NaN, 180, Number.NaN),
    });
    expect(recording?.samples.columns).toMatchObject({
      temperatureC: Float64Array.of(20, Number.NaN, Number.NaN),
      setpointBar: Float64Array.of(Number.NaN, 1.3, Number.NaN),
      ppo2Bar: Float64Array.of(Number.NaN, Number.NaN, 0.9),
    });
    expect(recording?.events).toMatchObject([
      { timeS: 0, kind: 'gas-change', gas: { o2: 18, he: 45 }, cylinder: 0 },
      { timeS: 60, kind: 'gas-change', gas: { o2: 50, he: 0 }, cylinder: 1 },
      { timeS: 90, kind: 'ascent', name: 'ascent' },
    ]);
  });

  it('reads a day with a sample every second', () => {
    const waypoints = Array.from({ length: 86_400 }, (_, time) => waypoint(time, 12, '<temperature>290</temperature>'));
    const [dive] = read(uddf({ waypoints: waypoints.join('') })).dives;
    expect(dive?.recordings[0]?.samples.count).toBe(86_400);
  });

  it('takes names of properties as texts', () => {
    const waypoints = waypoint(10, 5, '<divemode type="constructor"/><alarm>__proto__</alarm>');
    const [recording] = read(uddf({ waypoints })).dives[0]?.recordings ?? [];
    expect(recording?.settings.mode).toBe('constructor');
    expect(recording?.events).toContainEqual(expect.objectContaining({ kind: 'alarm', name: '__proto__' }));
  });

  it('keeps two dives with one id apart', () => {
    const [dive = ''] = /<dive id[\s\S]*<\/dive>/.exec(uddf()) ?? [];
    const twice = uddf().replace(dive, () => dive + dive.replace('12.5', '20'));
    expect(read(twice).dives.map(({ maxDepthM }) => maxDepthM)).toEqual([12.5, 20]);
  });

  it('returns no dives and a warning for a file without any', () => {
    expect(read('<uddf version="3.2.0"><profiledata/></uddf>')).toMatchObject({
      dives: [],
      warnings: [{ code: 'no-dives' }],
    });
  });
});

const subsurface = (dive: string, version = 3) => `<divelog program='subsurface' version='${version}'>
<divesites><site uuid=' 1a2b' name='Reef &quot;Ł&quot;' gps='27.1 33.9'><geo cat='2' origin='0' value='Egypt'/></site></divesites>
<dives><trip date='2024-05-01'>${dive}</trip></dives></divelog>`;

describe('Subsurface XML', () => {
  it('reads several computers, cylinders and sticky values', () => {
    const { dives } = read(
      subsurface(`<dive number='12' tags='wreck, night' divesiteid='1a2b' date='2024-05-01' time='09:08:07' duration='49:50 min'>
        <buddy>Ana, Bo</buddy><notes>=1+1 &lt;b&gt;</notes>
        <cylinder size='12.0 l' workpressure='232.0 bar' start='200.0 bar' end='60.0 bar'/>
        <cylinder size='7.0 l' o2='50.0%' he='20.0%'/>
        <weightsystem weight='4.0 kg'/><weightsystem weight='1.5 kg'/>
        <divecomputer model='Shearwater Perdix' deviceid='aa' diveid='bb'>
          <depth max='30.5 m' mean='14.1 m'/><temperature water='7.0 C' air='12.0 C'/>
          <extradata key='Serial' value='S1'/><extradata key='Deco model' value='GF 40/85'/>
          <event time='1:00 min' name='gaschange' cylinder='1'/>
          <sample time='0:10 min' depth='2.5 m' temp='9.0 C' ndl='99:00 min' pressure0='198.0 bar'/>
          <sample time='1:02:00' depth='30.5 m' pressure1='150.0 bar'/>
        </divecomputer>
        <divecomputer model='Suunto D5'><sample time='0:20 min' depth='30.1 m'/></divecomputer>
      </dive>`),
    );
    expect(dives).toMatchObject([
      {
        number: 12,
        start: { local: '2024-05-01T09:08:07' },
        durationS: 2990,
        maxDepthM: 30.5,
        waterTempC: 7,
        weightKg: 5.5,
        notes: '=1+1 <b>',
        tags: ['wreck', 'night'],
        site: { name: 'Reef "Ł"', country: 'Egypt' },
        cylinders: [
          { gas: { o2: 21, he: 0 }, volumeL: 12, startBar: 200 },
          { gas: { o2: 50, he: 20 }, volumeL: 7 },
        ],
        recordings: [
          { serial: 'S1', samples: { count: 2 }, settings: { gfLow: 40, gfHigh: 85 } },
          { model: 'Suunto D5', samples: { count: 1 }, maxDepthM: 30.1 },
        ],
      },
    ]);
    const [recording] = dives[0]?.recordings ?? [];
    expect(recording?.samples.timeS).toEqual(Float64Array.of(10, 3720));
    expect(recording?.samples.columns.ndlS).toEqual(Float64Array.of(5940, 5940));
    expect(recording?.events).toMatchObject([{ kind: 'gas-change', gas: { o2: 50, he: 20 } }]);
  });

  it('reads version 1, which has samples and place in the dive', () => {
    const text = `<dives><program name='subsurface' version='1'/><dive number='1' date='2011-03-22' time='10:20:00' duration='30:00 min'>
      <location gps='19.7 -156.0'>Kona</location><depth max='60.0 ft'/><sample time='0:30 min' depth='10.0 m'/></dive></dives>`;
    expect(read(text)).toMatchObject({
      format: 'subsurface',
      dives: [{ site: { name: 'Kona' }, maxDepthM: 18.288, recordings: [{ samples: { count: 1 } }] }],
    });
  });

  it('reads the first version, which names no program', () => {
    const text = `<dives><dive number='1' date='2011-03-22' time='10:20:00' duration='30:00 min'><depth max='20.0 m'/></dive></dives>`;
    expect(read(text)).toMatchObject({ format: 'subsurface', dives: [{ maxDepthM: 20, durationS: 1800 }] });
  });

  it('reads a gas change of older versions, with both percentages in one number', () => {
    const { dives } = read(
      subsurface(`<dive date='2013-10-01' time='10:34:00'><cylinder o2='32.0%'/><cylinder o2='18.0%' he='45.0%'/>
        <divecomputer model='X'><event time='5:00 min' type='25' value='${45 * 65_536 + 18}' name='gaschange'/></divecomputer></dive>`),
    );
    expect(dives[0]?.recordings[0]?.events).toMatchObject([{ cylinder: 1, gas: { o2: 18, he: 45 } }]);
  });

  it('marks a missing time of day', () => {
    const { dives } = read(subsurface(`<dive date='2024-05-01' duration='10:00 min'/>`));
    expect(dives[0]?.start).toEqual({ local: '2024-05-01T00:00:00', utcOffsetMin: null, isTimeKnown: false });
    expect(dives[0]?.warnings).toMatchObject([{ code: 'time-missing' }]);
  });
});

describe('XML', () => {
  const note = (declared: string) =>
    `<?xml version="1.0" encoding="${declared}"?><divelog version='3'><dives><dive date='2024-05-01' time='10:00:00'><notes>Żółw é</notes></dive></dives></divelog>`;
  const readNote = (bytes: Uint8Array) => readDiveFile(bytes).dives[0]?.notes;

  it('reads UTF-8, UTF-16 and single-byte encodings as declared', () => {
    expect(readNote(encode(`\uFEFF${note('utf-8')}`))).toBe('Żółw é');
    const utf16 = Buffer.from(`\uFEFF${note('utf-16')}`, 'utf16le');
    expect(readNote(utf16)).toBe('Żółw é');
    expect(readNote(Buffer.from(utf16).swap16())).toBe('Żółw é');
    const latin1 = note('iso-8859-1').replace('Żółw é', 'Señor é');
    expect(readNote(Buffer.from(latin1, 'latin1'))).toBe('Señor é');
    const wrong = readDiveFile(Buffer.from(latin1.replace('iso-8859-1', 'utf-8'), 'latin1'));
    expect(wrong.dives[0]?.notes).toBe('Señor é');
    expect(wrong.warnings).toMatchObject([{ code: 'wrong-encoding' }]);
  });

  it('ignores a bare document type and rejects one with definitions', () => {
    expect(read(`<!DOCTYPE uddf SYSTEM "http://example.com/x.dtd">${uddf().split('?>')[1]}`).dives).toHaveLength(1);
    const entity = '<!DOCTYPE uddf [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';
    expect(errorCode(encode(`${entity}<uddf><notes>&b;</notes></uddf>`))).toBe('document-type');
    expect(errorCode(encode('<uddf><notes>&b;</notes></uddf>'))).toBe('malformed');
  });

  it('replaces references to characters that XML excludes', () => {
    const [valid, wrong] = ['a&#x41;&#10;b', 'a&#x1F;&#0;&#xD800;&#xFFFF;&#65;b'].map((notes) =>
      read(
        `<divelog program='subsurface'><dives><dive date='2024-05-01'><notes>${notes}</notes></dive></dives></divelog>`,
      ),
    );
    expect(valid).toMatchObject({ dives: [{ notes: 'aA\nb' }], warnings: [] });
    expect(wrong).toMatchObject({
      dives: [{ notes: 'a    Ab' }],
      warnings: [{ code: 'control-characters', count: 4 }],
    });
    // The chunks in which a file is decoded end inside of the reference.
    for (let shift = 0; shift < 8; shift++) {
      const start = "<divelog program='subsurface'><dives><!--";
      const comment = 'x'.repeat(256 * 1024 - start.length - 53 - shift);
      const dive = "--><dive date='2024-05-01'><notes>";
      const { dives } = read(`${start}${comment}${dive}${'n'.repeat(20)}&#x1F;&amp;b</notes></dive></dives></divelog>`);
      expect(dives[0]?.notes).toBe(`${'n'.repeat(20)} &b`);
    }
  });

  it('rejects what is not well-formed, too deep or unknown', () => {
    expect(errorCode(encode(uddf().slice(0, -20)))).toBe('malformed');
    expect(errorCode(encode(`<uddf>${'<a>'.repeat(100_000)}`))).toBe('too-large');
    expect(errorCode(encode('<html><body/></html>'))).toBe('unknown-format');
    expect(errorCode(encode('<__proto__/>'))).toBe('unknown-format');
    expect(errorCode(encode('<constructor/>'))).toBe('unknown-format');
    expect(errorCode(encode('{"a":'))).toBe('unknown-format');
    expect(errorCode(new Uint8Array())).toBe('empty');
  });
});
