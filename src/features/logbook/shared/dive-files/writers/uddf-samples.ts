import type { Recording, RecordingEvent } from '#features/logbook/shared/dive-files/dive-file.ts';
import { formatDecimal } from './dive-writer.ts';
import { kelvin } from '#features/logbook/shared/dive-files/parse-values.ts';
import { findRow } from '#features/logbook/shared/recordings/find-row.ts';
import type { UddfReferences } from './uddf-references.ts';
import { writeElement, writeText } from './write-xml.ts';

/** The alarms that the schema knows. Other events are markers with their name. */
const alarms = new Set(['ascent', 'breath', 'deco', 'error', 'link', 'microbubbles', 'rbt', 'skincooling', 'surface']);

/**
 * The modes of the schema by the names that computers give them, the last ones those of Subsurface and Garmin. Others, such
 * as gauge, have no place in the schema, and neither have gradient factors: version 3.3 added them.
 */
export const modeTypes = new Map([
  ['OC', 'opencircuit'],
  ['CCR', 'closedcircuit'],
  ['SCR', 'semiclosedcircuit'],
  ['Freedive', 'apnoe'],
  ['pSCR', 'semiclosedcircuit'],
  ['single_gas_diving', 'opencircuit'],
  ['multi_gas_diving', 'opencircuit'],
  ['ccr_diving', 'closedcircuit'],
  ['apnea_diving', 'apnoe'],
  ['apnea_hunting', 'apnoe'],
]);

interface RowEvents {
  alarms: string[];
  markers: string[];
  mix: string | null;
}

/** Waypoints with their elements in the order of the schema. An event belongs to the last waypoint before it. */
export function writeUddfSamples(recording: Recording, tanks: readonly string[], references: UddfReferences): string {
  const { count, timeS, columns, pressureBar } = recording.samples;
  const mode = modeTypes.get(recording.settings.mode ?? '');
  const events = assignEvents(recording, references);
  const pressures = Object.entries(pressureBar).flatMap(([index, column]) => {
    const tank = tanks[Number(index)];
    return tank === undefined ? [] : [{ tank, column }];
  });
  const write = (name: string, column: Float64Array | undefined, row: number, convert = keep, decimals = 3) => {
    const value = column?.[row] ?? Number.NaN;
    return Number.isNaN(value) ? '' : `<${name}>${formatDecimal(convert(value), decimals)}</${name}>`;
  };
  const lines: string[] = [];
  for (let row = 0; row < count; row++) {
    const own = events.get(row);
    const ceilingM = columns.ceilingM?.[row] ?? 0;
    const setpoint = columns.setpointBar?.[row] ?? Number.NaN;
    lines.push(
      '<waypoint>',
      ...(own?.alarms ?? []).map((alarm) => writeText('alarm', alarm)),
      write('cns', columns.cnsPercent, row),
      ceilingM > 0 ? `<decostop kind="mandatory" decodepth="${formatDecimal(ceilingM)}" duration="0"/>` : '',
      write('calculatedpo2', columns.ppo2Bar, row, toPascals, 0),
      write('depth', columns.depthM, row),
      `<divetime>${formatDecimal(timeS[row] ?? 0)}</divetime>`,
      write('heading', columns.headingDeg, row),
      write('pulserate', columns.heartRate, row),
      own === undefined || own.markers.length === 0 ? '' : writeText('setmarker', own.markers.join('; ')),
      Number.isNaN(setpoint) ? '' : `<setpo2 setby="computer">${formatDecimal(toPascals(setpoint), 0)}</setpo2>`,
      own === undefined || own.mix === null ? '' : writeElement('switchmix', { ref: own.mix }),
      ...pressures.map(({ tank, column }) =>
        write('tankpressure', column, row, toPascals, 0).replace('>', ` ref="${tank}">`),
      ),
      write('temperature', columns.temperatureC, row, toKelvin),
      row > 0 || mode === undefined ? '' : writeElement('divemode', { type: mode }),
      write('nodecotime', columns.ndlS, row),
      '</waypoint>\n',
    );
  }
  return `<samples>\n${lines.join('')}</samples>\n`;
}

const keep = (value: number) => value;
const toKelvin = (celsius: number) => celsius + kelvin;
const toPascals = (bar: number) => bar * 1e5;

function assignEvents({ events, samples: { timeS } }: Recording, references: UddfReferences): Map<number, RowEvents> {
  const rows = new Map<number, RowEvents>();
  for (const event of events) {
    const row = Math.max(0, findRow(timeS, event.timeS));
    const own = rows.get(row) ?? { alarms: [], markers: [], mix: null };
    rows.set(row, own);
    const alarm = findAlarm(event);
    if (event.kind === 'gas-change') own.mix = event.gas === null ? own.mix : references.findMix(event.gas);
    else if (alarm !== null) own.alarms.push(alarm);
    else own.markers.push(event.name);
  }
  return rows;
}

function findAlarm({ kind, name }: RecordingEvent): string | null {
  if (kind === 'ascent') return 'ascent';
  if (kind === 'stop') return 'deco';
  return kind !== 'bookmark' && alarms.has(name) ? name : null;
}
