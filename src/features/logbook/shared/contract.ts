import * as z from 'zod';
import { defineErrors } from '#platform/shared/errors.ts';
import { units } from '#domain/units.ts';
import { longText } from '#platform/shared/text-schemas.ts';
import * as enums from './enums.ts';
import { deviationKinds } from './deviations.ts';
import { limits } from './rules.ts';
import { adventureDives, courses } from './skills.ts';

export const fail = defineErrors({
  /** Fields a dive must have before it is logged or submitted; one entry per field. */
  'logbook.missing_title': 422,
  'logbook.missing_location': 422,
  'logbook.missing_date': 422,
  'logbook.missing_dive_type': 422,
  'logbook.missing_instructor': 422,
  'logbook.missing_max_depth': 422,
  'logbook.missing_bottom_time': 422,
  'logbook.missing_skills': 422,
  'logbook.unknown_instructor': 422,
  'logbook.own_instructor': 422,
  'logbook.future_date': 422,
  'logbook.negative': 422,
  'logbook.out_of_range': 422,
  'logbook.pressure_order': 422,
  'logbook.gas_sum': 422,
  'logbook.unknown_skill': 422,
  'logbook.wrong_unit': 422,
  /** The log changed since it was read; `now` is the current version. */
  'logbook.stale': 409,
  /** The status doesn't allow this. */
  'logbook.locked': 409,
  'logbook.wrong_type': 409,
  /** A dive deviates from the standard and has no reason. One entry per deviation: `logs.<place>.<kind>`. */
  'logbook.deviation': 409,
  /** The undo window of ten seconds is over. */
  'logbook.too_late': 409,
  'logbook.too_many_photos': 409,
  'logbook.photo_type': 415,
  'logbook.photo_damaged': 422,
  'logbook.photo_animated': 422,
  'logbook.photo_pixels': 422,
  /** The import has started, or its time for an undo is over. */
  'logbook.import_closed': 409,
  /** The files of an import together, or all originals of a person, are too large. */
  'logbook.import_size': 413,
  'logbook.import_space': 413,
  /** None of the dives can be exported: there are none, or they are drafts or those of another diver. */
  'logbook.export_empty': 422,
  /** The dives were not imported from files. */
  'logbook.no_originals': 422,
  'logbook.export_expired': 410,
});

export const LogType = z.enum(enums.logTypes);
const LogStatus = z.enum(enums.logStatuses);
export const text = (max: number) => z.string().trim().max(max);

/** A measure as entered; `field` is the field holding its metric value. */
export const TypedMeasure = z.object({ field: z.string().max(40), value: z.number(), unit: z.enum(units) });
export type TypedMeasure = z.output<typeof TypedMeasure>;

/** Metric units: meters, minutes, °C, kilograms, liters, bar. Values in `typed` take precedence. */
export const DepthTime = z.object({
  max_depth: z.number().nullish(),
  bottom_time: z.int().nullish(),
  /** Local time at the site, `HH:MM`; a dive may cross midnight. */
  time_in: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .nullish(),
  time_out: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .nullish(),
});
export const Skills = z.object({ dive_skills: z.array(z.string().max(40)).max(60) });
export const Condition = z.object({
  water_type: z.enum(enums.waterTypes).nullish(),
  body_of_water: z.enum(enums.bodiesOfWater).nullish(),
  weather: z.enum(enums.weathers).nullish(),
  air_temp: z.number().nullish(),
  surface_water_temp: z.number().nullish(),
  bottom_water_temp: z.number().nullish(),
  visibility: z.enum(enums.visibilities).nullish(),
  visibility_distance: z.number().nullish(),
  wave_condition: z.enum(enums.intensityLevels).nullish(),
  current: z.enum(enums.intensityLevels).nullish(),
  surge: z.enum(enums.intensityLevels).nullish(),
});
export const Equipment = z.object({
  suit_type: z.enum(enums.suitTypes).nullish(),
  weight: z.number().nullish(),
  weight_type: z.enum(enums.weightTypes).nullish(),
  additional_equipment: z.array(z.enum(enums.additionalEquipment)).max(enums.additionalEquipment.length).nullish(),
  cylinder_type: z.enum(enums.cylinderTypes).nullish(),
  cylinder_size: z.number().nullish(),
  gas_mixture: z.enum(enums.gasMixtures).nullish(),
  oxygen: z.number().nullish(),
  nitrogen: z.number().nullish(),
  helium: z.number().nullish(),
  starting_pressure: z.number().nullish(),
  ending_pressure: z.number().nullish(),
});
export const Experience = z.object({
  feeling: z.enum(enums.feelings).nullish(),
  notes: text(limits.notes).nullish(),
  buddies: z.array(text(limits.name)).max(limits.buddies).nullish(),
  dive_center: text(limits.name).nullish(),
});
export type DepthTime = z.output<typeof DepthTime>;
export type Condition = z.output<typeof Condition>;
export type Equipment = z.output<typeof Equipment>;
export type Experience = z.output<typeof Experience>;

/** Each section has exactly one entry. */
const singleEntry = <Schema extends z.ZodType>(schema: Schema) => z.array(schema).length(1);

const general = {
  dive_title: text(limits.title),
  dive_date: z.iso.date().nullish(),
  dive_location: text(limits.location),
  dive_type: z.enum(enums.diveTypes).nullish(),
  typed: z.array(TypedMeasure).max(12).nullish(),
  depth_times: singleEntry(DepthTime),
  conditions: singleEntry(Condition),
  equipment: singleEntry(Equipment),
  experiences: singleEntry(Experience),
};
const training = {
  log_course: z.enum(courses).nullish(),
  log_number: z.int().min(1).max(99).nullish(),
  adventure_dive: z.enum(adventureDives).nullish(),
  memsys_member_number: z.int().min(1).max(999_999_999).nullish(),
  skills: singleEntry(Skills),
};
export const RecreationalLog = z.object({ ...general, status: z.enum(['Draft', 'Logged']).nullish() });
export const TrainingLog = z.object({ ...general, ...training, status: z.enum(['Draft', 'Pending']).nullish() });
export type RecreationalLog = z.output<typeof RecreationalLog>;
export type TrainingLog = z.output<typeof TrainingLog>;
export type LogInput = RecreationalLog | TrainingLog;

/**
 * Missing fields of an update stay unchanged, also inside sections; null clears one. A measure keeps its entered unit
 * as long as its metric value doesn't change.
 */
export const RecreationalChange = RecreationalLog.partial();
export const SkillsChange = z.object({ dive_skills: Skills.shape.dive_skills.nullish() });
export const TrainingChange = z.object({ ...TrainingLog.shape, skills: singleEntry(SkillsChange) }).partial();
export type TrainingChange = z.output<typeof TrainingChange>;

export const LogPhoto = z.object({
  id: z.string(),
  url: z.string(),
  thumb_url: z.string(),
  width: z.int(),
  height: z.int(),
  caption: z.string(),
  /** Local time on the camera's clock; null if the file didn't say. */
  taken_at: z.string().nullable(),
});
export type LogPhoto = z.output<typeof LogPhoto>;

const shown = {
  id: z.string(),
  log_type: LogType,
  log_course: z.string().nullable(),
  log_number: z.int().nullable(),
  /** The number of the dive in the diver's logbook; null for a draft. */
  dive_number: z.int().nullable(),
  dive_title: z.string(),
  dive_date: z.string().nullable(),
  dive_location: z.string(),
  status: LogStatus,
  version: z.int(),
  adventure_dive: z.string().nullable(),
  typed: z.array(TypedMeasure),
  /** The shape of the recording in 60 letters, see `outline.ts`; null without a recording. */
  outline: z.string().nullable(),
};

/** A recording of a dive computer, without its samples. */
export const DiveRecording = z.object({
  id: z.string(),
  computer: z.string().nullable(),
  start_local: z.string().nullable(),
  duration_s: z.int().nullable(),
  max_depth: z.number().nullable(),
  sample_count: z.int(),
  /** Made by the demo instead of a computer. */
  is_simulated: z.boolean(),
  /** Whether the instructor also sees heart rate, positions and serial number. */
  shares_details: z.boolean(),
  /** False for a minor, who can't share them. */
  can_share_details: z.boolean(),
  /** Attached after the dive was verified, so its instructor neither saw it nor sees it. */
  is_added_later: z.boolean(),
  /** The import that has the original file; null for others than the diver. */
  import_id: z.string().nullable(),
  file: z.int().nullable(),
});
export type DiveRecording = z.output<typeof DiveRecording>;

export const DiveLogRow = z.object({
  ...shown,
  max_depth: z.number().nullable(),
  bottom_time: z.int().nullable(),
  bottom_water_temp: z.number().nullable(),
  returned_reason: z.string().nullable(),
  returned_name: z.string().nullable(),
});
export type DiveLogRow = z.output<typeof DiveLogRow>;

export const DiveLogPage = z.object({ items: z.array(DiveLogRow), total: z.int() });
export type DiveLogPage = z.output<typeof DiveLogPage>;

/** The instructor's remark on one field. */
export const FieldRemark = z.object({ field: z.string().max(60), message: longText(500).min(1) });
export type FieldRemark = z.output<typeof FieldRemark>;

export const InstructorInfo = z.object({
  memsys_member_number: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  middle_initial: z.string(),
});
export type InstructorInfo = z.output<typeof InstructorInfo>;

/** A deviation from the standard. */
export const LogDeviation = z.object({
  kind: z.enum(deviationKinds),
  limit_m: z.number().nullable(),
  skills: z.array(z.string()),
});

export const ShownExperience = z.object({ ...Experience.shape, photos: z.array(LogPhoto) });

export const DiveLog = z.object({
  ...shown,
  affiliate_id: z.int(),
  /** Shown to the instructor. */
  diver_name: z.string(),
  dive_type: z.string().nullable(),
  memsys_member_number: z.int().nullable(),
  instructor: InstructorInfo.nullable(),
  depth_times: z.array(DepthTime),
  skills: z.array(Skills),
  conditions: z.array(Condition),
  equipment: z.array(Equipment),
  experiences: z.array(ShownExperience),
  created_date: z.string(),
  submitted_at: z.string().nullable(),
  verified_at: z.string().nullable(),
  verified_name: z.string().nullable(),
  /** The instructor's reason for verifying despite deviations. */
  verified_reason: z.string().nullable(),
  returned_at: z.string().nullable(),
  returned_name: z.string().nullable(),
  returned_reason: z.string().nullable(),
  returned_fields: z.array(FieldRemark),
  /** An imported dive may lack what its file lacked. */
  is_imported: z.boolean(),
  recordings: z.array(DiveRecording),
  /** Minutes since the dive before it ended; null if that was more than a day earlier or a time is unknown. */
  surface_interval: z.int().nullable(),
  /** Set for the instructor who decides on it. */
  deviations: z.array(LogDeviation),
});
export type DiveLog = z.output<typeof DiveLog>;

export const LogbookDepth = z.object({ id: z.string(), dive_date: z.string(), max_depth: z.number() });
export const LogbookYear = z.object({ year: z.int(), dives: z.int(), minutes: z.int() });
export type LogbookYear = z.output<typeof LogbookYear>;
/** Everything above the list, in one response. */
export const LogbookTotals = z.object({
  dives: z.int(),
  training: z.int(),
  recreational: z.int(),
  drafts: z.int(),
  pending: z.int(),
  returned: z.int(),
  bottom_time: z.int(),
  max_depth: z.number().nullable(),
  /** The entered value of the deepest dive. */
  max_depth_typed: z.array(TypedMeasure),
  last_dive_date: z.string().nullable(),
  years: z.array(LogbookYear),
  /** The depths of the last dives, oldest first, for the depth strip. */
  depths: z.array(LogbookDepth),
});
export type LogbookTotals = z.output<typeof LogbookTotals>;

/** A dive pending for the signed-in professional. */
export const WaitingLog = z.object({
  id: z.string(),
  version: z.int(),
  diver_name: z.string(),
  dive_title: z.string(),
  dive_date: z.string(),
  dive_location: z.string(),
  log_course: z.string().nullable(),
  log_number: z.int().nullable(),
  adventure_dive: z.string().nullable(),
  max_depth: z.number(),
  bottom_time: z.int(),
  typed: z.array(TypedMeasure),
  submitted_at: z.string(),
  /** The number of pending dives in the class: the same dive of the same course on the same day. */
  class_size: z.int(),
  deviations: z.array(LogDeviation),
});
export type WaitingLog = z.output<typeof WaitingLog>;

/** A child's dive as shown to a guardian. */
export const FamilyDive = z.object({
  dive_title: z.string(),
  dive_date: z.string(),
  dive_location: z.string(),
  max_depth: z.number().nullable(),
});
export const FamilyDives = z.object({
  affiliate_id: z.int(),
  dives: z.int(),
  pending: z.int(),
  returned: z.int(),
  last: FamilyDive.nullable(),
});
export type FamilyDives = z.output<typeof FamilyDives>;

export const DiveSite = z.object({ id: z.string(), name: z.string() });
export type DiveSite = z.output<typeof DiveSite>;
export const DeletedLogs = z.object({ ids: z.array(z.string()) });

export const LogFilter = z.object({
  log_type: LogType.nullish(),
  status: LogStatus.nullish(),
  /** False excludes drafts. */
  drafts: z.boolean().nullish(),
  search: text(100).nullish(),
});
export type LogFilter = z.output<typeof LogFilter>;
