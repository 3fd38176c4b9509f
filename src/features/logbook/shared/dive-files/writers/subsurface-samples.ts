import type { RecordingEvent, Samples } from '#features/logbook/shared/dive-files/dive-file.ts';
import { formatDecimal } from './dive-writer.ts';
import { writeElement } from './write-xml.ts';

/** `49:50 min` */
export function formatMinutes(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')} min`;
}

export function writeSubsurfaceEvents(events: readonly RecordingEvent[]): string[] {
  return events.map(({ timeS, kind, name, cylinder, gas }) =>
    writeElement('event', {
      time: formatMinutes(timeS),
      name: kind === 'gas-change' ? 'gaschange' : name,
      cylinder: cylinder === null ? null : String(cylinder),
      o2: gas === null ? null : `${formatDecimal(gas.o2)}%`,
      he: gas === null ? null : `${formatDecimal(gas.he)}%`,
    }),
  );
}

/** Most values hold until the next one and are written when they change, as Subsurface does. */
export function writeSubsurfaceSamples({ count, timeS, columns, pressureBar }: Samples): string[] {
  const pressures = Object.entries(pressureBar);
  const lines: string[] = [];
  const last = new Map<string, string>();
  for (let row = 0; row < count; row++) {
    const attributes: string[] = [`time="${formatMinutes(timeS[row] ?? 0)}"`];
    const add = (name: string, text: string) => attributes.push(`${name}="${text}"`);
    const addLasting = (name: string, text: string) => {
      if (last.get(name) !== text) add(name, text);
      last.set(name, text);
    };
    const read = (column: Float64Array | undefined) => {
      const value = column?.[row] ?? Number.NaN;
      return Number.isNaN(value) ? null : value;
    };
    const depth = read(columns.depthM);
    const temperature = read(columns.temperatureC);
    const [ndl, tts, cns] = [read(columns.ndlS), read(columns.ttsS), read(columns.cnsPercent)];
    const [ppo2, setpoint] = [read(columns.ppo2Bar), read(columns.setpointBar)];
    const [heartRate, heading] = [read(columns.heartRate), read(columns.headingDeg)];
    if (depth !== null) add('depth', `${formatDecimal(depth)} m`);
    if (temperature !== null) add('temp', `${formatDecimal(temperature)} C`);
    for (const [index, column] of pressures) {
      const pressure = read(column);
      if (pressure !== null) add(`pressure${index}`, `${formatDecimal(pressure)} bar`);
    }
    if (ndl !== null) addLasting('ndl', formatMinutes(ndl));
    if (tts !== null) addLasting('tts', formatMinutes(tts));
    if (columns.ceilingM !== undefined) {
      const ceiling = read(columns.ceilingM) ?? 0;
      addLasting('in_deco', ceiling > 0 ? '1' : '0');
      if (ceiling > 0) addLasting('stopdepth', `${formatDecimal(ceiling)} m`);
    }
    if (cns !== null) addLasting('cns', `${formatDecimal(cns)}%`);
    // With a setpoint, `po2` is the setpoint and the measured value is that of a sensor.
    if (setpoint !== null && ppo2 !== null) add('sensor1', `${formatDecimal(ppo2)} bar`);
    if (setpoint !== null || ppo2 !== null) addLasting('po2', `${formatDecimal(setpoint ?? ppo2 ?? 0)} bar`);
    if (heartRate !== null) add('heartbeat', formatDecimal(heartRate));
    if (heading !== null) add('bearing', `${formatDecimal(heading)}°`);
    lines.push(`\n<sample ${attributes.join(' ')}/>`);
  }
  return lines;
}
