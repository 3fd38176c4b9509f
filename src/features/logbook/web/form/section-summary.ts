import type { IntlShape } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { fromMetric, getUnitName, getUnit, type UnitSystem } from '#domain/units.ts';
import type { LogType } from '#features/logbook/shared/enums.ts';
import { measured, type MeasuredField } from '#features/logbook/shared/rules.ts';
import { listSkillGroups } from '#features/logbook/shared/skills.ts';
import { formatDay } from '#platform/shared/format-day.ts';
import { isMissing, listSectionFields, type Problems, type SectionName } from './log-validation.ts';
import { isFilled, toMetricValue, type ChoiceField, type FieldName, type LogValues } from './log-values.ts';

export interface Progress {
  filled: number;
  missing: number;
  wrong: number;
  all: number;
  /** Whether every required field has a value. */
  isComplete: boolean;
}

const requiredFields = [
  'dive_title',
  'dive_date',
  'dive_type',
  'dive_location',
  'memsys_member_number',
  'max_depth',
  'bottom_time',
  'dive_skills',
] as const;

export function getProgress(
  section: SectionName,
  type: LogType,
  values: LogValues,
  problems: Problems,
  returned: readonly FieldName[],
): Progress {
  const fields = listSectionFields(section, type);
  const found = fields.flatMap((field) => problems[field] ?? []);
  const remarks = fields.filter((field) => problems[field] === undefined && returned.includes(field)).length;
  const required = fields.filter((field) => (requiredFields as readonly string[]).includes(field));
  return {
    filled: fields.filter((field) => isFilled(values, field)).length,
    missing: found.filter(isMissing).length,
    wrong: found.filter((problem) => !isMissing(problem)).length + remarks,
    all: fields.length,
    isComplete: required.length > 0 && required.every((field) => isFilled(values, field)),
  };
}

/** The summary of a collapsed section; empty if it has no values. */
export function formatSummary(section: SectionName, values: LogValues, intl: IntlShape, system: UnitSystem): string {
  const formatChoice = (field: ChoiceField, prefix: string = field) =>
    values[field] !== null && intl.formatMessage({ id: `logbook.${prefix}.${values[field]}` as MessageId });
  const measure = (field: MeasuredField) => {
    const { value, unit } = values[field];
    const metric = toMetricValue(field, values[field]);
    if (value === null || metric === null) return false;
    const shown = getUnit(measured[field].measure, system);
    const number = unit === shown ? value : fromMetric(measured[field].measure, metric, system);
    return `${intl.formatNumber(number, { maximumFractionDigits: 1 })} ${getUnitName(shown, intl.locale)}`;
  };
  const minutes = values.bottom_time.value;
  const distance = measure('visibility_distance');
  const parts: Record<SectionName, readonly (string | false | null)[]> = {
    general: [
      values.dive_title.trim(),
      values.dive_date >= '1900' && formatDay(intl, values.dive_date, 'medium'),
      values.dive_location.trim(),
    ],
    depth_times: [
      measure('max_depth'),
      minutes !== null && `${intl.formatNumber(minutes)} ${intl.formatMessage({ id: 'logbook.form.unit.min' })}`,
      values.time_in,
      values.time_out,
    ],
    skills: [formatSkillsDone(values, intl)],
    conditions: [
      formatChoice('water_type'),
      formatChoice('body_of_water'),
      formatChoice('weather'),
      measure('bottom_water_temp') || measure('surface_water_temp'),
      distance === false
        ? formatChoice('visibility')
        : intl.formatMessage({ id: 'logbook.form.summary.visibility' }, { distance }),
    ],
    equipment: [
      formatChoice('suit_type'),
      measure('weight'),
      [formatChoice('cylinder_type'), measure('cylinder_size')].filter(Boolean).join(' '),
      formatChoice('gas_mixture'),
    ],
    experiences: [
      formatChoice('feeling'),
      values.buddies.length > 0 &&
        intl.formatMessage({ id: 'logbook.form.summary.buddies' }, { names: intl.formatList(values.buddies) }),
      values.dive_center.trim(),
      values.notes.trim().slice(0, 60),
    ],
  };
  return parts[section].filter(Boolean).join('\u00a0· ');
}

export function formatSkillsDone(values: LogValues, intl: IntlShape): string | null {
  const { log_course: course, log_number: number, adventure_dive: adventure, dive_skills: done } = values;
  const all = listSkillGroups(course, number, adventure).reduce((sum, { skills }) => sum + skills.length, 0);
  return done.length === 0 ? null : intl.formatMessage({ id: 'logbook.form.skills_done' }, { done: done.length, all });
}
