import {
  createCylinder,
  type Cylinder,
  type Gas,
  type Samples,
} from '#features/logbook/shared/dive-files/dive-file.ts';
import { parseNumber, psiPerBar, scale } from '#features/logbook/shared/dive-files/parse-values.ts';
import { getText, parseJson, toList, toObject, type Json } from './shearwater-values.ts';
import type { Row } from './untrusted-database.ts';

const maxTanks = 6;

interface Tanks {
  cylinders: Cylinder[];
  /** Indexes of cylinders by the computer's number of the tank. */
  byTank: Map<number, number>;
}

/** Tanks as the diver described them in the app, those with a transmitter, and gases without a tank. */
export function readTanks(details: Row | undefined, samples: Samples | undefined, gases: readonly Gas[]): Tanks {
  const profile = toObject(parseJson(getText(details, 'tankprofiledata')));
  const slots = toList(profile['TankData']).slice(0, maxTanks);
  const sizes = readSizes(getText(details, 'tanksize'));
  const cylinders: Cylinder[] = [];
  const byTank = new Map<number, number>();
  for (let tank = 0; tank < maxTanks; tank++) {
    const slot = slots[tank] ?? {};
    const startBar = readPsi(getText(details, `tank${tank + 1}pressurestart`) ?? slot['StartPressurePSI']);
    const endBar = readPsi(getText(details, `tank${tank + 1}pressureend`) ?? slot['EndPressurePSI']);
    const { IsOn: isOn, Name: name } = toObject(slot['DiveTransmitter']);
    const isUsed = startBar !== null || endBar !== null || samples?.pressureBar[tank] !== undefined || isOn === true;
    if (!isUsed) continue;
    const gas = readGas(toObject(slot['GasProfile']));
    const description = typeof name === 'string' && name.trim() !== '' ? name.trim() : null;
    byTank.set(tank, cylinders.push(createCylinder({ gas, startBar, endBar, description, ...sizes[tank] })) - 1);
  }
  const profileGases = toList(profile['GasProfiles'])
    .slice(0, 50)
    .flatMap((gas) => readGas(gas) ?? []);
  for (const gas of [...gases, ...profileGases]) addGas(cylinders, gas, sizes);
  return { cylinders, byTank };
}

/** The first cylinder without a gas gets it. */
function addGas(cylinders: Cylinder[], gas: Gas, sizes: readonly Partial<Cylinder>[]): void {
  if (cylinders.some((cylinder) => cylinder.gas?.o2 === gas.o2 && cylinder.gas.he === gas.he)) return;
  const unnamed = cylinders.find((cylinder) => cylinder.gas === null);
  if (unnamed === undefined) cylinders.push(createCylinder({ gas, ...(cylinders.length === 0 ? sizes[0] : {}) }));
  else unnamed.gas = gas;
}

function readGas(gas: Json): Gas | null {
  const { O2Percent: o2, HePercent: he } = gas;
  return typeof o2 === 'number' && o2 > 0 ? { o2, he: typeof he === 'number' ? he : 0 } : null;
}

/** Pressures are psi, also for divers with metric settings. Zero and empty text mean no value. */
function readPsi(value: unknown): number | null {
  const psi = typeof value === 'number' ? value : typeof value === 'string' ? parseNumber(value) : null;
  return scale(psi || null, 1 / psiPerBar);
}

/** Cubic meters for each tank, or what the diver typed: `12l`, `2x 12l`, `AL80`. */
function readSizes(text: string | null): Partial<Cylinder>[] {
  if (text === null) return [];
  const parts = text.split(',').map((part) => part.trim());
  if (parts.every((part) => /^0?\.\d+$|^0$|^$/.test(part)))
    return parts.map((part) => ({ volumeL: scale(parseNumber(part) || null, 1000) }));
  const typed = /^(?:(\d)\s*x\s*)?(\d+(?:[.,]\d+)?)\s*l(?:it\w*)?\.?$/i.exec(text);
  return typed === null
    ? [{ description: text.slice(0, 200) }]
    : [{ volumeL: scale(parseNumber(typed[2]), Number(typed[1] ?? 1)) }];
}

/** Pressure columns by index of the cylinders instead of the number of the tank. */
export function withCylinders(samples: Samples, byTank: ReadonlyMap<number, number>): Samples {
  const columns = Object.entries(samples.pressureBar).flatMap(([tank, column]) => {
    const cylinder = byTank.get(Number(tank));
    return cylinder === undefined ? [] : [[cylinder, column] as const];
  });
  return { ...samples, pressureBar: Object.fromEntries(columns) };
}
