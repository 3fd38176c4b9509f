import { useIntl } from 'react-intl';
import { getUnitName } from '#domain/units.ts';
import type { Gas, RecordingEvent, SampleColumn } from '#features/logbook/shared/dive-files/dive-file.ts';
import { sampleColumns } from '#features/logbook/shared/dive-files/dive-file.ts';
import type { PackedRecording } from '#features/logbook/shared/recordings/pack-recording.ts';
import { joinFacts } from '#platform/web/i18n/join-facts.ts';
import { useMeasures, type ShownMeasure } from '#features/logbook/web/use-measures.ts';
import type { Moment } from './moment.ts';
import { formatClock } from './time-window.ts';

interface ShownValue {
  key: string;
  label: string;
  text: string;
}

const labels = {
  depthM: 'logbook.profile.depth',
  temperatureC: 'logbook.profile.temperature',
  ppo2Bar: 'logbook.profile.po2',
  setpointBar: 'logbook.profile.setpoint',
  ceilingM: 'logbook.profile.ceiling',
  ndlS: 'logbook.profile.ndl',
  ttsS: 'logbook.profile.tts',
  cnsPercent: 'logbook.profile.cns',
  heartRate: 'logbook.profile.heart_rate',
  headingDeg: 'logbook.profile.heading',
} as const satisfies Record<SampleColumn, string>;

const missing = '–';
const join = (measure: ShownMeasure | null) => (measure === null ? missing : `${measure.value} ${measure.unit}`);

/** Formats the values of a recording in the reader's language and units. */
export function useProfileText() {
  const intl = useIntl();
  const measures = useMeasures();
  const depth = (metres: number) => join(measures.show('max_depth', metres));
  const pressure = (bar: number) => join(measures.show('starting_pressure', bar));
  const temperature = (celsius: number) => join(measures.show('bottom_water_temp', celsius));
  const number = (value: number, maximumFractionDigits: number) => intl.formatNumber(value, { maximumFractionDigits });
  // Divers know partial pressures in bar in both systems.
  const bar = (value: number) => `${number(value, 2)} ${getUnitName('bar', intl.locale)}`;
  const formats: Record<SampleColumn, (value: number) => string> = {
    depthM: depth,
    temperatureC: temperature,
    ppo2Bar: bar,
    setpointBar: bar,
    ceilingM: depth,
    ndlS: formatClock,
    ttsS: formatClock,
    cnsPercent: (value) => intl.formatNumber(value / 100, { style: 'percent' }),
    heartRate: (rate) => intl.formatMessage({ id: 'logbook.profile.bpm' }, { rate: Math.round(rate) }),
    headingDeg: (value) => `${number(value, 0)}°`,
  };

  function gasName({ o2, he }: Gas): string {
    if (he > 0) return `${number(o2, 0)}/${number(he, 0)}`;
    if (o2 >= 99) return intl.formatMessage({ id: 'logbook.field.oxygen' });
    return Math.round(o2) === 21 ? intl.formatMessage({ id: 'logbook.gas_mixture.Air' }) : `EANx${number(o2, 0)}`;
  }

  function cylinderName(recording: PackedRecording, cylinder: number): string {
    const gas = recording.cylinders[cylinder]?.gas ?? null;
    return joinFacts(
      intl.formatMessage({ id: 'logbook.profile.cylinder' }, { number: cylinder + 1 }),
      gas !== null && gasName(gas),
    );
  }

  /** Every value that the recording has at some time, so that a list of them doesn't jump. */
  function listValues(recording: PackedRecording, moment: Moment): ShownValue[] {
    const { columns, pressureBar } = recording.samples;
    const cylinders = Object.keys(pressureBar).map(Number);
    const pressureLabel = intl.formatMessage({ id: 'logbook.profile.pressure' });
    const values = sampleColumns
      .filter((name) => columns[name] !== undefined)
      .map((name) => {
        const value = moment.values[name];
        return {
          key: name,
          label: intl.formatMessage({ id: labels[name] }),
          text: value === undefined ? missing : formats[name](value),
        };
      });
    const pressures = cylinders.map((cylinder) => {
      const found = moment.pressures.find((shown) => shown.cylinder === cylinder);
      return {
        key: `pressure-${cylinder}`,
        label: cylinders.length === 1 ? pressureLabel : cylinderName(recording, cylinder),
        text: found === undefined ? missing : pressure(found.bar),
      };
    });
    const gas = moment.gas && {
      key: 'gas',
      label: intl.formatMessage({ id: 'logbook.field.gas_mixture' }),
      text: gasName(moment.gas),
    };
    return [...values, ...pressures, ...(gas === null ? [] : [gas])];
  }

  /** Names in files are shown only where we have no own word. */
  function eventName(recording: PackedRecording, { kind, name, gas, cylinder }: RecordingEvent): string {
    const mix = gas ?? (cylinder === null ? null : (recording.cylinders[cylinder]?.gas ?? null));
    return joinFacts(
      intl.formatMessage({ id: `logbook.profile.event.${kind}` }),
      kind === 'gas-change' ? mix !== null && gasName(mix) : ['alarm', 'other'].includes(kind) && name,
    );
  }

  return { measures, depth, pressure, temperature, gasName, cylinderName, eventName, listValues };
}
