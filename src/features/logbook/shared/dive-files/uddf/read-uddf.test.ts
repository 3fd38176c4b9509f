import { describe, expect, it } from 'vitest';
import { readDiveFile } from '../read-dive-file.ts';

const read = (text: string) => readDiveFile(new TextEncoder().encode(text));

describe('UDDF of other programs', () => {
  it('takes a temperature of 0 as unknown', () => {
    const { dives } =
      read(`<uddf version="3.2.0"><profiledata><repetitiongroup><dive id="d"><informationbeforedive><datetime>2024-05-01T10:00:00</datetime></informationbeforedive>
      <samples><waypoint><depth>5</depth><divetime>0</divetime><temperature>0</temperature></waypoint><waypoint><depth>5</depth><divetime>10</divetime><temperature>291.15</temperature></waypoint></samples>
      <informationafterdive><lowesttemperature>0</lowesttemperature></informationafterdive></dive></repetitiongroup></profiledata></uddf>`);
    expect(dives).toMatchObject([{ waterTempC: 18, warnings: [] }]);
  });

  it('reads the volume of a tank in the equipment', () => {
    const { dives } =
      read(`<uddf version="3.2.0"><diver><owner><equipment><tank id="t"><name>D12</name><tankvolume>0.024</tankvolume></tank></equipment></owner></diver>
      <profiledata><repetitiongroup><dive id="d"><informationbeforedive><datetime>2024-05-01T10:00:00</datetime></informationbeforedive>
      <tankdata><link ref="t"/><tankpressurebegin>20000000</tankpressurebegin></tankdata></dive></repetitiongroup></profiledata></uddf>`);
    expect(dives[0]?.cylinders).toMatchObject([{ volumeL: 24, startBar: 200, description: 'D12' }]);
  });

  it('reads a rebreather dive of version 3.3 and leaves out the empty dive before it', () => {
    const { dives, warnings } =
      read(`<uddf version="3.3.0"><gasdefinitions><mix id="d"><o2>0.16</o2><he>0.48</he></mix></gasdefinitions>
      <profiledata><repetitiongroup><dive id="previous_dive"><informationbeforedive><surfaceintervalbeforedive><infinity/></surfaceintervalbeforedive></informationbeforedive></dive>
      <dive id="dive"><informationbeforedive><datetime>2022-04-24T10:30:58</datetime><surfacepressure>101200.0</surfacepressure></informationbeforedive>
      <informationafterdive><diveduration>6240.0</diveduration><greatestdepth>60.4</greatestdepth></informationafterdive>
      <samples><waypoint><depth>2.2</depth><divetime>10</divetime><divemode type="closedcircuit"/><switchmix ref="d"/><setpo2 setby="computer">70000.0</setpo2><ppo2 ref="c1">60000.0</ppo2><ppo2 ref="c2">61000.0</ppo2><setgfhigh>0.70</setgfhigh><setgflow>0.50</setgflow></waypoint></samples></dive>
      </repetitiongroup></profiledata>
      <applicationdata><gearlinks><dive ref="dive"><link item="x"/></dive></gearlinks></applicationdata></uddf>`);
    expect(warnings).toMatchObject([{ field: 'dives', code: 'missing-value' }]);
    expect(dives).toMatchObject([
      {
        start: { local: '2022-04-24T10:30:58' },
        maxDepthM: 60.4,
        cylinders: [{ gas: { o2: 16, he: 48 } }],
        recordings: [{ settings: { mode: 'CCR', gfLow: 50, gfHigh: 70, surfacePressureBar: 1.012 } }],
      },
    ]);
    expect(dives[0]?.recordings[0]?.samples.columns).toMatchObject({
      setpointBar: Float64Array.of(0.7),
      ppo2Bar: Float64Array.of(0.6),
    });
  });
});
