import type { ReadWarning } from '../dive-file.ts';
import { addWarning } from '../warnings.ts';

const toSet = (names: string) => new Set(names.split(' '));

/**
 * Names that are read, in lower case, by the part of the log, and those about the recording itself that mean nothing to a
 * diver. The JSON and SML formats share them.
 */
export const suuntoNames = {
  log: toSet('header device samples windows'),
  header: toSet(
    'datetime divetime duration depth depthaverage temperature notes diving device activitytype activity sampleinterval',
  ),
  diving: toSet('gases algorithm divemode surfacepressure'),
  gas: toSet('oxygen helium tanksize startpressure endpressure tankfillpressure'),
  sample: toSet(
    'timeiso8601 time depth temperature ceiling nodectime timetosurface hr cylinders events diveevents latitude longitude diverouteorigin utc ehpe evpe numberofsatellites satellite5bestsnr',
  ),
  cylinder: toSet('gasnumber pressure'),
};

/** Enough of a list for a person to see what it is. */
const maxShown = 5;

/** Warns of values of a JSON object that have no place, once for each name in a file. */
export function warnUnreadKeys(
  object: Readonly<Record<string, unknown>>,
  part: keyof typeof suuntoNames,
  warnings: ReadWarning[],
): void {
  for (const [name, value] of Object.entries(object)) {
    if (suuntoNames[part].has(name.toLowerCase())) continue;
    const shown = listLeaves(value).join(', ');
    if (shown !== '') addWarning(warnings, name, 'column-ignored', shown);
  }
}

/** The first values, without those that are empty. */
function listLeaves(value: unknown): string[] {
  const leaves: string[] = [];
  const open = [value];
  for (let looked = 0; open.length > 0 && looked < maxShown * 10 && leaves.length < maxShown; looked++) {
    const next = open.shift();
    if (typeof next === 'object' && next !== null) open.unshift(...Object.values(next).slice(0, maxShown));
    else if (next === true || (typeof next === 'number' && next !== 0) || (typeof next === 'string' && next !== ''))
      leaves.push(String(next).slice(0, 100));
  }
  return leaves;
}
