import type { DiveStart, FileDive } from '#features/logbook/shared/dive-files/dive-file.ts';
import { formatDecimal, type DiveSummary, type DiveWriter } from './dive-writer.ts';
import { kelvin } from '#features/logbook/shared/dive-files/parse-values.ts';
import { UddfReferences } from './uddf-references.ts';
import { writeUddfSamples } from './uddf-samples.ts';
import { writeElement, writeText } from './write-xml.ts';

interface UddfOptions {
  /** The program that writes the file. */
  program: string;
  diver: { firstName: string; lastName: string };
}

/**
 * UDDF 3.2, with elements in the order of its schema. A dive has one recording, its first. The schema demands a start
 * pressure, a depth and a duration: 0 stands for unknown, as our reader takes it.
 */
export function createUddfWriter({ program, diver }: UddfOptions): DiveWriter {
  const references = new UddfReferences();
  let dives = 0;
  let written = 0;
  let day: string | null = null;
  return {
    collect(dive) {
      dives++;
      references.listLinks(dive);
      const recording = findRecording(dive.recordings);
      if (recording === undefined) return;
      references.findComputer(recording);
      for (const { gas } of recording.events) if (gas !== null) references.findMix(gas);
    },

    start() {
      const generator = writeElement('generator', {}, writeText('name', program), writeText('type', 'logbook'));
      const profiles = dives === 0 ? '' : '<profiledata>\n';
      return `<?xml version="1.0" encoding="UTF-8"?>
<uddf xmlns="http://www.streit.cc/uddf/3.2/" version="3.2.2">
${generator}
${writeDiver(diver, references)}
${writeSites(references)}${writeMixes(references)}${profiles}`;
    },

    /** Dives of a day form a group. */
    write(dive) {
      const date = dive.start?.local.slice(0, 10) ?? '';
      const isSameDay = date === day;
      const group = isSameDay
        ? ''
        : `${day === null ? '' : '</repetitiongroup>\n'}<repetitiongroup id="group${written + 1}">\n`;
      day = date;
      return group + writeDive(dive, ++written, references);
    },

    end: () => `${day === null ? '' : '</repetitiongroup>\n'}${dives === 0 ? '' : '</profiledata>\n'}</uddf>\n`,
  };
}

function writeDiver({ firstName, lastName }: UddfOptions['diver'], references: UddfReferences): string {
  const computers = references.computers.entries.map(({ item: { vendor, model, serial }, number }) =>
    writeElement(
      'divecomputer',
      { id: `computer${number}` },
      writeText('name', model ?? ''),
      vendor === null ? '' : writeElement('manufacturer', { id: `maker${number}` }, writeText('name', vendor)),
      writeText('model', model),
      writeText('serialnumber', serial),
    ),
  );
  const suits = references.suits.entries.map(({ item, number }) =>
    writeElement('suit', { id: `suit${number}` }, writeText('name', item)),
  );
  const tanks = references.tanks.entries.map(({ item: { volumeL, description }, number }) =>
    writeElement(
      'tank',
      { id: `tank${number}` },
      writeText('name', description ?? ''),
      writeNumber('tankvolume', volumeL, (litres) => litres / 1000, 6),
    ),
  );
  const owner = writeElement(
    'owner',
    { id: 'owner' },
    writePersonal(firstName, lastName),
    writeElement('equipment', {}, ...computers, ...suits, ...tanks),
  );
  const buddies = references.buddies.entries.map(({ item, number }) => {
    const split = item.lastIndexOf(' ');
    const names = split < 0 ? writePersonal(item, '') : writePersonal(item.slice(0, split), item.slice(split + 1));
    return writeElement('buddy', { id: `buddy${number}` }, names);
  });
  return writeElement('diver', {}, owner, ...buddies);
}

const writePersonal = (firstName: string, lastName: string) =>
  writeElement('personal', {}, writeText('firstname', firstName), writeText('lastname', lastName));

function writeSites({ sites }: UddfReferences): string {
  if (sites.entries.length === 0) return '';
  const written = sites.entries.map(({ item: { name, location, country, position }, number }) => {
    const geography = writeElement(
      'geography',
      {},
      writeText('location', location ?? ''),
      country === null ? '' : writeElement('address', {}, writeText('country', country)),
      writeNumber('latitude', position?.latitude ?? null, undefined, 6),
      writeNumber('longitude', position?.longitude ?? null, undefined, 6),
    );
    const hasGeography = location !== null || country !== null || position !== null;
    return writeElement('site', { id: `site${number}` }, writeText('name', name ?? ''), hasGeography ? geography : '');
  });
  return `${writeElement('divesite', {}, ...written)}\n`;
}

function writeMixes({ mixes }: UddfReferences): string {
  if (mixes.entries.length === 0) return '';
  const written = mixes.entries.map(({ item: { o2, he }, number }) =>
    writeElement(
      'mix',
      { id: `mix${number}` },
      writeText('name', he > 0 ? `TX ${o2}/${he}` : o2 === 21 ? 'Air' : `EAN${o2}`),
      writeText('o2', formatDecimal(o2 / 100, 4)),
      writeText('n2', formatDecimal(Math.max(0, 100 - o2 - he) / 100, 4)),
      writeText('he', formatDecimal(he / 100, 4)),
    ),
  );
  return `${writeElement('gasdefinitions', {}, ...written)}\n`;
}

/** A dive of this format has one recording. */
function findRecording<Item extends DiveSummary['recordings'][number]>(recordings: readonly Item[]): Item | undefined {
  return recordings.find(({ samples }) => samples.count > 0);
}

function writeDive(dive: FileDive, number: number, references: UddfReferences): string {
  const { site, buddies, suit, tanks, mixes } = references.listLinks(dive);
  const recording = findRecording(dive.recordings);
  const computer = recording === undefined ? null : references.findComputer(recording);
  const link = (ref: string | null) => (ref === null ? '' : writeElement('link', { ref }));
  const equipment = [writeNumber('leadquantity', dive.weightKg), link(computer), link(suit)].join('');
  const before = writeElement(
    'informationbeforedive',
    {},
    link(site),
    ...buddies.map(link),
    dive.number === null || dive.number === 0 ? '' : writeText('divenumber', String(dive.number)),
    writeText('datetime', formatStart(dive.start)),
    writeNumber('airtemperature', dive.airTempC, toKelvin),
    equipment === '' ? '' : writeElement('equipmentused', {}, equipment),
    writeNumber('surfacepressure', recording?.settings.surfacePressureBar ?? null, toPascals, 0),
  );
  const tankdata = dive.cylinders.map(({ volumeL, startBar, endBar }, index) =>
    writeElement(
      'tankdata',
      {},
      link(tanks[index] ?? null),
      link(mixes[index] ?? null),
      writeNumber('tankvolume', volumeL, (litres) => litres / 1000, 6),
      writeNumber('tankpressurebegin', startBar ?? 0, toPascals, 0),
      writeNumber('tankpressureend', endBar, toPascals, 0),
    ),
  );
  const after = writeElement(
    'informationafterdive',
    {},
    writeNumber('lowesttemperature', dive.waterTempC, toKelvin),
    writeNumber('greatestdepth', dive.maxDepthM ?? 0),
    writeNumber('visibility', dive.visibilityM),
    dive.notes === null ? '' : writeElement('notes', {}, writeText('para', dive.notes)),
    writeNumber('diveduration', dive.durationS ?? 0),
    writeNumber('averagedepth', dive.avgDepthM),
  );
  const samples = recording === undefined ? '' : `\n${writeUddfSamples(recording, tanks, references)}`;
  return `${writeElement('dive', { id: `dive${number}` }, before, ...tankdata, samples, after)}\n`;
}

const toKelvin = (celsius: number) => celsius + kelvin;
const toPascals = (bar: number) => bar * 1e5;

function writeNumber(
  name: string,
  value: number | null,
  convert: (value: number) => number = (unchanged) => unchanged,
  decimals = 3,
): string {
  return value === null ? '' : `<${name}>${formatDecimal(convert(value), decimals)}</${name}>`;
}

function formatStart(start: DiveStart | null): string | null {
  if (start === null || start.utcOffsetMin === null) return start?.local ?? null;
  const minutes = Math.abs(start.utcOffsetMin);
  const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return `${start.local}${start.utcOffsetMin < 0 ? '-' : '+'}${clock}`;
}
