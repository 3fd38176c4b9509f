import type {
  Cylinder,
  DiveSite,
  DiveStart,
  FileDive,
  Recording,
} from '#features/logbook/shared/dive-files/dive-file.ts';
import { formatDecimal, Registry, type DiveSummary, type DiveWriter } from './dive-writer.ts';
import { formatMinutes, writeSubsurfaceEvents, writeSubsurfaceSamples } from './subsurface-samples.ts';
import { writeElement, writeText } from './write-xml.ts';

/** Subsurface's own XML, version 3: all computers of a dive, with times in whole seconds. */
export function createSubsurfaceWriter(): DiveWriter {
  const sites = new Registry<DiveSite>();
  const findSite = (dive: DiveSummary): string | null => {
    const position = dive.site?.position ?? dive.recordings[0]?.entry ?? null;
    if (dive.site === null && position === null) return null;
    const site = { name: null, location: null, country: null, ...dive.site, position };
    return sites.number(JSON.stringify(site), site).toString(16).padStart(8, '0');
  };
  return {
    collect(dive) {
      findSite(dive);
    },

    start() {
      const written = sites.entries.map(({ item, number }) => `${writeSite(item, number)}\n`);
      return `<divelog program="subsurface" version="3">\n<divesites>\n${written.join('')}</divesites>\n<dives>\n`;
    },

    write: (dive) => writeDive(dive, findSite(dive)),
    end: () => '</dives>\n</divelog>\n',
  };
}

/** Categories of Subsurface's place names. */
const countryCategory = '2';
const placeCategory = '5';

function writeSite({ name, location, country, position }: DiveSite, number: number): string {
  const gps =
    position === null ? null : `${formatDecimal(position.latitude, 6)} ${formatDecimal(position.longitude, 6)}`;
  const geo = (cat: string, value: string | null) =>
    value === null ? '' : writeElement('geo', { cat, origin: '0', value });
  return writeElement(
    'site',
    { uuid: number.toString(16).padStart(8, '0'), name: name ?? '', gps },
    geo(countryCategory, country),
    geo(placeCategory, location),
  );
}

function writeDive(dive: FileDive, siteId: string | null): string {
  const { cylinders, recordings, number, durationS, tags } = dive;
  const attributes = {
    number: number === null ? null : String(number),
    tags: tags.length === 0 ? null : tags.join(', '),
    divesiteid: siteId,
    ...formatStart(dive.start),
    duration: durationS === null ? null : formatMinutes(durationS),
  };
  const computers = recordings.map((recording, index) => writeComputer(recording, index === 0 ? dive : null));
  return `${writeElement(
    'dive',
    attributes,
    writeText('divemaster', dive.divemaster),
    writeText('buddy', dive.buddies.length === 0 ? null : dive.buddies.join(', ')),
    writeText('notes', dive.notes),
    writeText('suit', dive.suit),
    ...cylinders.map(writeCylinder),
    dive.weightKg === null
      ? ''
      : writeElement('weightsystem', { weight: `${formatDecimal(dive.weightKg)} kg`, description: 'weight' }),
    writeTemperatures('divetemperature', dive),
    // A dive that was typed in has a computer too, which Subsurface calls manual.
    ...(computers.length === 0 ? [writeManualComputer(dive)] : computers),
  )}\n`;
}

const formatStart = (start: DiveStart | null) => ({
  date: start?.local.slice(0, 10) ?? null,
  time: start?.isTimeKnown ? start.local.slice(11) : null,
});

const withUnit = (value: number | null, unit: string) => (value === null ? null : `${formatDecimal(value)} ${unit}`);

function writeCylinder({ gas, volumeL, workingPressureBar, startBar, endBar, description }: Cylinder): string {
  return writeElement('cylinder', {
    size: withUnit(volumeL, 'l'),
    workpressure: withUnit(workingPressureBar, 'bar'),
    description,
    o2: gas === null ? null : `${formatDecimal(gas.o2)}%`,
    he: gas === null ? null : `${formatDecimal(gas.he)}%`,
    start: withUnit(startBar, 'bar'),
    end: withUnit(endBar, 'bar'),
  });
}

function writeTemperatures(name: string, { airTempC, waterTempC }: DiveSummary): string {
  if (airTempC === null && waterTempC === null) return '';
  return writeElement(name, { air: withUnit(airTempC, 'C'), water: withUnit(waterTempC, 'C') });
}

function writeDepth(maxDepthM: number | null, avgDepthM: number | null): string {
  if (maxDepthM === null && avgDepthM === null) return '';
  return writeElement('depth', { max: withUnit(maxDepthM, 'm'), mean: withUnit(avgDepthM, 'm') });
}

function writeManualComputer({ maxDepthM, avgDepthM }: FileDive): string {
  const depth = writeDepth(maxDepthM, avgDepthM);
  return depth === '' ? '' : writeElement('divecomputer', {}, depth);
}

/** The first computer has the depths of the dive. */
function writeComputer(recording: Recording, dive: FileDive | null): string {
  const { vendor, model, serial, firmware, diveId, settings } = recording;
  const name = [vendor, model].filter((part) => part !== null).join(' ');
  const extra = (key: string, value: string | null) =>
    value === null ? '' : writeElement('extradata', { key, value });
  return writeElement(
    'divecomputer',
    { model: name, diveid: diveId, ...formatStart(recording.start), dctype: settings.mode },
    writeDepth(dive?.maxDepthM ?? recording.maxDepthM, dive?.avgDepthM ?? null),
    settings.surfacePressureBar === null
      ? ''
      : writeElement('surface', { pressure: withUnit(settings.surfacePressureBar, 'bar') }),
    settings.salinity === null ? '' : writeElement('water', { salinity: withUnit(settings.salinity, 'g/l') }),
    extra('Vendor', model === null ? null : vendor),
    extra('Serial', serial),
    extra('FW Version', firmware),
    extra('Deco model', formatAlgorithm(settings)),
    ...writeSubsurfaceEvents(recording.events),
    ...writeSubsurfaceSamples(recording.samples),
  );
}

/** Subsurface has gradient factors in the name of the model. */
function formatAlgorithm({ algorithm, gfLow, gfHigh }: Recording['settings']): string | null {
  if (gfLow === null || gfHigh === null || /GF\s*\d+\/\d+/.test(algorithm ?? '')) return algorithm;
  return `${algorithm ?? ''} GF ${Math.round(gfLow)}/${Math.round(gfHigh)}`.trim();
}
