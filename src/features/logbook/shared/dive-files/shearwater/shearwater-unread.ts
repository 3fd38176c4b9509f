import type { ReadWarning } from '../dive-file.ts';
import { addWarning } from '../warnings.ts';

/** Fields that are read, and those about the program or the computer's own state that mean nothing to a diver. */
const names = {
  header: new Set(
    (
      'number startdate enddate maxtime maxdepth imperialunits product computermodel computerserial computerfirmware decomodel gfmin gfmax startsurfacepressure divelogrecords ' +
      'version logversion features computersoftwareversion startbatteryvoltage endbatteryvoltage'
    ).split(' '),
  ),
  record: new Set(
    (
      'currenttime currentdepth watertemp currentcircuitsetting decoceiling firststopdepth averageppo2 currentppo2setpoint currentndl ttsmins cnspercent fractiono2 fractionhe ' +
      'tank0pressurepsi tank1pressurepsi tank2pressurepsi tank3pressurepsi aisensor0_pressurepsi aisensor1_pressurepsi aisensor2_pressurepsi aisensor3_pressurepsi'
    ).split(' '),
  ),
};

/** Texts that stand for a missing value. */
const missing = /^(?:0+(?:[.,]0*)?|false|n\/?a|none|ai is off|not paired|no comms.*)$/i;

/** Warns of values that have no place, once for each name in a file. */
export function warnUnreadFields(
  part: keyof typeof names,
  fields: Iterable<readonly [name: string, value: string | null]>,
  warnings: ReadWarning[],
): void {
  for (const [name, value] of fields)
    if (value !== null && !names[part].has(name) && !missing.test(value.trim()) && value.trim() !== '')
      addWarning(warnings, name, 'column-ignored', value.trim());
}
