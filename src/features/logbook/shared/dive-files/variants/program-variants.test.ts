import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { parseDuration } from '../parse-values.ts';
import { readDiveFile } from '../read-dive-file.ts';

const read = (text: string) => readDiveFile(strToU8(text));
const uddf = (content: string) =>
  `<uddf version="3.2.0"><profiledata><repetitiongroup><dive><informationbeforedive><datetime>2024-05-01T10:00:00</datetime></informationbeforedive>${content}</dive></repetitiongroup></profiledata></uddf>`;
const findIgnored = (text: string) =>
  read(text).warnings.flatMap(({ field, code, value }) => (code === 'column-ignored' ? [[field, value]] : []));

describe('parseDuration', () => {
  it.each([
    ['1h05', 3900],
    ['1 h 5 min', 3900],
    ['1 hour 5 minutes', 3900],
    ['1h05m30s', 3930],
    ['1,5 h', 5400],
    [`46'30"`, 2790],
    ['46 min', 2760],
    ['46мин', 2760],
    ['46:20 min', 2780],
    ['1:02:03', 3723],
    ['90 s', 90],
    ['46,5', 2790],
    ['46', 2760],
    ['1h5x', null],
    ['soon', null],
  ])('reads %s', (text, seconds) => {
    expect(parseDuration(text, 60)).toBe(seconds);
  });
});

describe('XML of other programs', () => {
  it('may begin with an empty line, a long comment, or an instruction', () => {
    for (const start of ['\n\n<?xml version="1.0"?>', `<!--${'x'.repeat(9000)}-->`, '<?style href="a>b"?>'])
      expect(read(start + uddf('')).dives).toHaveLength(1);
  });

  it('is read as UTF-8 if it is UTF-8 and declares another encoding', () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?>${uddf('<informationafterdive><notes>Höhle</notes></informationafterdive>')}`;
    const { dives, warnings } = read(text);
    expect(dives[0]?.notes).toBe('Höhle');
    expect(warnings).toContainEqual({ field: 'encoding', code: 'wrong-encoding', value: 'utf-8', count: 1 });
    const declared = readDiveFile(Buffer.from(text, 'latin1'));
    expect(declared.dives[0]?.notes).toBe('Höhle');
    expect(declared.warnings).toEqual([]);
  });

  it('reads times of the basic form of ISO 8601', () => {
    expect(read(uddf('').replace('2024-05-01T10:00:00', '20240501T100500+0200')).dives[0]?.start).toEqual({
      local: '2024-05-01T10:05:00',
      utcOffsetMin: 120,
      isTimeKnown: true,
    });
  });

  it('keeps the pressures of tanks apart that a UDDF file doesn’t describe', () => {
    const waypoint = (time: number, first: number, second: number, attribute = 'ref') =>
      `<waypoint><divetime>${time}</divetime><depth>5</depth><tankpressure ${attribute}="T1">${first}00000</tankpressure><tankpressure ${attribute}="T2">${second}00000</tankpressure></waypoint>`;
    const readTanks = (content: string) =>
      read(uddf(content)).dives[0]?.cylinders.map(({ startBar, endBar }) => [startBar, endBar]);
    expect(readTanks(`<samples>${waypoint(0, 150, 145)}${waypoint(10, 140, 144)}</samples>`)).toEqual([
      [150, 140],
      [145, 144],
    ]);
    expect(readTanks(`<samples>${waypoint(0, 150, 145, 'tank')}${waypoint(10, 140, 144, 'tank')}</samples>`)).toEqual([
      [150, 140],
      [145, 144],
    ]);
    const described = '<tankdata id="T2"><tankpressurebegin>14500000</tankpressurebegin></tankdata>';
    expect(readTanks(`${described}<samples>${waypoint(0, 150, 145)}${waypoint(10, 140, 144)}</samples>`)).toEqual([
      [145, 144],
      [150, 140],
    ]);
  });

  it('keeps the local time of Oceanic+, whose offset has hours in the place of minutes', () => {
    const [dive] = read(uddf('').replace('10:00:00', '10:00:00.000+00:02')).dives;
    expect(dive?.start).toEqual({ local: '2024-05-01T10:00:00', utcOffsetMin: null, isTimeKnown: true });
    expect(dive?.warnings).toEqual([{ field: 'utc_offset_min', code: 'impossible-value', value: '+00:02', count: 1 }]);
  });

  it('names what UDDF says beyond the fields of a dive', () => {
    const content =
      '<samples><waypoint><divetime>0</divetime><depth>1</depth><otu>3</otu></waypoint></samples><informationafterdive><current>mild</current><rating><ratingvalue>7</ratingvalue></rating></informationafterdive>';
    expect(findIgnored(uddf(content))).toEqual([
      ['current', 'mild'],
      ['rating', '7'],
    ]);
    expect(read(uddf(content)).dives[0]?.warnings).toEqual([
      { field: 'samples.otu', code: 'column-ignored', value: '3', count: 1 },
    ]);
  });

  it('names what Subsurface says beyond the fields of a dive', () => {
    const text = `<divelog program='subsurface' version='3'><divesites><site uuid='a' name='Reef' description='deep'><notes>Two moorings</notes></site></divesites><dives><trip location='Egypt'><dive divesiteid='a' date='2024-05-01' rating='4'>
      <cylinder use='oxygen'/><weightsystem weight='4 kg' description='belt'/>
      <divecomputer model='A'><extradata key='Serial' value='1'/><extradata key='Battery' value='1.5 V'/><sample time='0:10 min' depth='1 m' sensor1='0.7 bar' sensor2='0.71 bar'/></divecomputer></dive></trip></dives></divelog>`;
    expect(findIgnored(text).toSorted()).toEqual([
      ['Battery', '1.5 V'],
      ['cylinder use', 'oxygen'],
      ['rating', '4'],
      ['sensor2', '0.71 bar'],
      ['site description', 'deep'],
      ['site notes', 'Two moorings'],
      ['trip location', 'Egypt'],
      ['weightsystem description', 'belt'],
    ]);
  });

  it('names the second cylinder and the gear of formats that have one', () => {
    expect(
      findIgnored(
        '<DIVELOGSDATA><DATE>28.02.2024</DATE><ADDITIONALTANKS><TANK><O2PCT>50</O2PCT></TANK></ADDITIONALTANKS></DIVELOGSDATA>',
      ),
    ).toEqual([['additionaltanks', '50']]);
    expect(
      findIgnored(
        '<dives><units>Metric</units><dive><date>2024-05-01 10:00:00</date><gear><item><name>5 mm</name></item></gear><site><name>Reef</name><bodyOfWater>Red Sea</bodyOfWater></site></dive></dives>',
      ),
    ).toEqual([
      ['gear', '5 mm'],
      ['bodyofwater', 'Red Sea'],
    ]);
  });

  it('gives each pressure of an SML file to its gas', () => {
    const sample = (time: number, gas: number, pressure: number) =>
      `<Sample><Time>${time}</Time><Depth>5</Depth><NoDecTime>-1</NoDecTime><Cylinders><Cylinder><GasNumber>${gas}</GasNumber><Pressure>${pressure}</Pressure></Cylinder></Cylinders></Sample>`;
    const { dives } = read(
      `<sml><DeviceLog><Header><DateTime>2024-05-01T10:00:00</DateTime><Diving><Gases><Gas><Oxygen>0.32</Oxygen></Gas><Gas><Oxygen>0.5</Oxygen></Gas></Gases></Diving></Header><Samples>${sample(0, 1, 20_000_000)}<Sample><Time>5</Time><Events><GasSwitch><GasNumber>2</GasNumber></GasSwitch></Events></Sample>${sample(10, 2, 18_000_000)}${sample(20, 2, 17_000_000)}</Samples></DeviceLog></sml>`,
    );
    const [dive] = dives;
    expect(dive?.cylinders).toMatchObject([{ startBar: 200 }, { gas: { o2: 50 }, startBar: 180, endBar: 170 }]);
    expect(dive?.recordings[0]?.events).toMatchObject([{ cylinder: 1, gas: { o2: 50, he: 0 } }]);
    expect(dive?.warnings).toEqual([]);
  });
});

describe('tables of other programs', () => {
  const readGases = (text: string) => read(text).dives.map(({ cylinders }) => cylinders[0]?.gas ?? null);

  it('takes the percentage of oxygen before the name of a gas', () => {
    expect(readGases('Date,Depth,Duration,Gas,O2\n2024-05-01,10,30,Nitrox,32\n')).toEqual([{ o2: 32, he: 0 }]);
  });

  it('says which gas it can’t read, and reads pure oxygen', () => {
    const text = 'Date,Time,Depth,Duration,Gas\n2024-05-01,9:00,10,30,Nitrox\n2024-05-01,12:00,5,30,O2\n';
    expect(readGases(text)).toEqual([null, { o2: 100, he: 0 }]);
    expect(read(text).dives[0]?.warnings).toEqual([
      { field: 'gases', code: 'column-ignored', value: 'Nitrox', count: 1 },
    ]);
  });

  it('reads a column called only "start" as times if it has clocks', () => {
    const { dives } = read('Date,Start,Duration,Max depth\n2024-05-01,09:30,00:46,18\n');
    expect(dives[0]).toMatchObject({ start: { local: '2024-05-01T09:30:00' }, durationS: 2760 });
    expect(read('Date,Start,Duration,Max depth\n2024-05-01,200,46,18\n').dives[0]?.start?.isTimeKnown).toBe(false);
  });

  it('reads the list of activities that Garmin Connect exports', () => {
    const { dives, warnings } = read(
      'Activity Type,Date,Title,Time,Min Temp,Max Temp,Surface Interval,Max Depth,Avg Depth,Bottom Time,Min Water Temp,Number of Laps\nSingle-Gas Dive,2024-05-01 10:00:00,"Dahab - Blue Hole","00:52:45","28.0","30.0","12:13","17.6","11.3","51:43","27.5","1"\nRunning,2024-05-02 10:00:00,Run,"00:52:45","20","25","--","--","--","--","--","5"\n',
    );
    expect(dives).toMatchObject([
      { number: null, start: { local: '2024-05-01T10:00:00' }, durationS: 3103, maxDepthM: 17.6, avgDepthM: 11.3 },
    ]);
    expect(dives[0]?.waterTempC).toBe(27.5);
    expect(warnings).toContainEqual({ field: 'row 3', code: 'not-a-dive', value: 'Running', count: 1 });
  });

  it('reads headers in camel case, and pressures of a tank', () => {
    const { dives } = read(
      'DiveNumber,DiveDate,StartTime,DiveTime,MaxDepth,MeanDepth,WaterTemp,TankStart,TankEnd\n1,5/13/2024,10:00 AM,46,60 ft,30 ft,68 F,3000 psi,500 psi\n',
    );
    expect(dives).toMatchObject([
      {
        number: 1,
        start: { local: '2024-05-13T10:00:00' },
        durationS: 2760,
        maxDepthM: 18.288,
        avgDepthM: 9.144,
        waterTempC: 20,
        cylinders: [{ startBar: 206.842, endBar: 34.474 }],
      },
    ]);
  });

  it('takes no totals for a dive, and says that a row has more cells than the header', () => {
    const { dives, warnings } = read('Date,Depth,Duration\n2024-05-01,18,4,46\nTotal,,46\nlater,18,46\n');
    expect(dives.map(({ start }) => start?.local ?? null)).toEqual(['2024-05-01T00:00:00', null]);
    expect(warnings).toEqual([
      { field: 'column 4', code: 'column-ignored', value: '46', count: 1 },
      { field: 'row 3', code: 'missing-value', value: 'Total  46', count: 1 },
    ]);
  });
});
