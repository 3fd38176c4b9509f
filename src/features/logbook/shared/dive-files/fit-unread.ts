import type { ReadWarning } from './dive-file.ts';
import { toText, type Message, type Messages } from './fit-messages.ts';
import { addWarning } from './warnings.ts';

/**
 * Values of a dive without a place, by message. FIT files have hundreds of fields about the device and other sports, so
 * those that mean something to a diver are listed instead of those that are read.
 */
const dive =
  'surface_interval start_cns end_cns start_n2 end_n2 o2_toxicity descent_time ascent_time avg_ascent_rate avg_descent_rate max_ascent_rate max_descent_rate hang_time avg_pressure_sac avg_volume_sac avg_rmv'.split(
    ' ',
  );
const session =
  'avg_temperature max_temperature min_heart_rate avg_heart_rate max_heart_rate total_calories avg_respiration_rate enhanced_avg_respiration_rate'.split(
    ' ',
  );
const record =
  'ascent_rate n2_load air_time_remaining pressure_sac volume_sac rmv next_stop_time respiration_rate enhanced_respiration_rate'.split(
    ' ',
  );
const settings =
  'po2_warn po2_critical po2_deco safety_stop_enabled safety_stop_time bottom_depth last_stop_multiple repeat_dive_interval'.split(
    ' ',
  );
const setpoints =
  'ccr_low_setpoint ccr_low_setpoint_depth ccr_low_setpoint_switch_mode ccr_high_setpoint ccr_high_setpoint_depth ccr_high_setpoint_switch_mode'.split(
    ' ',
  );
const tank = ['volume_used'];

interface DiveMessages {
  session: Message;
  summary: Message | undefined;
  records: readonly Message[];
  tanks: readonly Message[];
}

/** Warns of what a dive's messages have and a dive file has no place for. */
export function warnUnreadDive({ session: own, summary, records, tanks }: DiveMessages, warnings: ReadWarning[]): void {
  // Both have the same totals.
  warnFields({ ...own, ...summary }, dive, warnings);
  warnFields(own, session, warnings);
  // The bottom time is the duration of a dive without another one.
  if (own['total_elapsed_time'] !== undefined || own['total_timer_time'] !== undefined)
    if (summary?.['bottom_time'] !== own['total_elapsed_time']) warnFields(summary, ['bottom_time'], warnings);
  for (const message of records) warnFields(message, record, warnings);
  for (const message of tanks) warnFields(message, tank, warnings);
}

/** Settings are those of all dives of a file. */
export function warnUnreadSettings(messages: Messages, warnings: ReadWarning[]): void {
  const gases = messages['dive_gas'] ?? [];
  const isClosedCircuit = gases.some(({ mode }) => mode === 'closed_circuit_diluent');
  for (const message of messages['dive_settings'] ?? []) {
    warnFields(message, settings, warnings);
    // Computers store setpoints for open circuit too.
    if (isClosedCircuit) warnFields(message, setpoints, warnings);
  }
  for (const { mode } of gases)
    if (mode !== undefined && mode !== 'open_circuit') addWarning(warnings, 'gas_mode', 'column-ignored', toText(mode));
  for (const alarm of messages['dive_alarm'] ?? [])
    addWarning(warnings, 'dive_alarm', 'column-ignored', toText(alarm['depth'] ?? alarm['time']));
}

function warnFields(message: Message | undefined, names: readonly string[], warnings: ReadWarning[]): void {
  if (message === undefined) return;
  for (const name of names) {
    const value = toText(message[name]);
    if (value !== null && value !== '' && value !== '0') addWarning(warnings, name, 'column-ignored', value);
  }
}
