import type { TrainingLength, TrainingMetres } from '#domain/training-lengths.ts';

/** The skills of each training dive, translated as `logbook.skill.<skill>`. */
export const openWaterDives = [1, 2, 3, 4] as const;

const everyDiveSkills = [
  'equipment_check',
  'buddy_check',
  'entry',
  'weighting_trim',
  'exploring',
  'gas_awareness',
  'slow_ascent',
];
const skillsByOpenWaterDive: Record<number, readonly string[]> = {
  1: ['hand_signals', 'controlled_descent', 'mask_partial', 'regulator_recovery'],
  2: ['dive_plan', 'oral_inflation_surface', 'neutral_buoyancy', 'mask_full', 'alternate_air'],
  3: ['descent_reference', 'hover_oral', 'mask_off_on'],
  4: ['buddy_planned', 'descent_free', 'turn_ascent_signals', 'safety_stop'],
};
const flexibleSurfaceSkills = [
  'cramp_release',
  'tow_25',
  'signal_tube',
  'compass_swim_50',
  'snorkel_exchange',
  'kit_off_on',
  'weight_drop',
];
const flexibleUnderwaterSkills = ['compass_out_back', 'emergency_ascent'];

/** The skills of each adventure dive; Deep and Navigation are mandatory for Advanced. */
const skillsByAdventureDive = {
  deep: ['line_descent', 'colour_comparison', 'gauge_comparison', 'stop_3_at_5'],
  navigation: ['kick_count_30', 'reciprocal', 'square', 'natural_navigation'],
  altitude: ['altitude_plan', 'gauge_altitude', 'slow_ascent_altitude', 'safety_stop'],
  boat: ['boat_areas', 'boat_safety_gear', 'boat_entry_exit', 'boat_return'],
  digital_imaging: ['camera_check', 'camera_buoyancy', 'close_to_subject', 'review_pictures'],
  drift: ['drift_entry', 'surface_marker', 'stay_together', 'drift_exit'],
  dry_suit: ['suit_fit', 'suit_inflate_vent', 'suit_excess_gas', 'suit_ascent'],
  fish_identification: ['sort_by_family', 'record_slate', 'approach_quietly'],
  night: ['lights_checked', 'light_signals', 'line_descent_dark', 'compass_dark'],
  peak_buoyancy: ['estimate_weight', 'trim', 'visualise', 'hover'],
  search_recovery: ['search_pattern', 'mark_object', 'tie_knots', 'lift_bag'],
  naturalist: ['watch_life', 'name_roles', 'touch_nothing', 'record_slate'],
  wreck: ['wreck_outside', 'wreck_hazards', 'wreck_navigation', 'wreck_buoyancy'],
  adaptive_support: ['agree_help', 'assist_entry', 'assist_trim', 'assist_ascent'],
  cavern: ['light_zone', 'guideline', 'light_signals', 'finning_no_silt'],
  dsmb: ['dsmb_prepare', 'dsmb_deploy', 'dsmb_hold_depth', 'dsmb_stow'],
  debris: ['debris_plan', 'debris_collect', 'debris_buoyancy', 'debris_report'],
  scooter: ['scooter_check', 'scooter_steer', 'scooter_buddy', 'scooter_failure'],
  enriched_air: ['analyse_gas', 'label_cylinder', 'set_computer', 'keep_max_depth'],
  full_face_mask: ['mask_fit', 'mask_switch', 'voice_signals', 'mask_free_flow'],
  ice: ['ice_tender', 'ice_line_signals', 'ice_hole', 'ice_ascent'],
  rebreather: ['loop_check', 'monitor_oxygen', 'bailout', 'loop_close'],
  self_reliant: ['spare_gas', 'redundant_kit', 'solo_plan', 'surface_marker'],
  shark_conservation: ['behave_calmly', 'name_species', 'keep_distance', 'record_slate'],
  sidemount: ['sidemount_rig', 'gas_switch', 'trim', 'cylinder_off_on'],
} as const satisfies Record<string, readonly string[]>;

export type AdventureDive = keyof typeof skillsByAdventureDive;
export const adventureDives = Object.keys(skillsByAdventureDive) as AdventureDive[];
export const courses = ['open_water', 'advanced'] as const;

export interface SkillGroup {
  /** Translated as `logbook.skills.<name>`. */
  name: 'dive' | 'every' | 'surface' | 'underwater';
  skills: readonly string[];
}

/** The skills to choose from for a dive of a course. Each skill is in one group only. */
export function listSkillGroups(
  course: string | null,
  logNumber: number | null,
  adventureDive: string | null,
): SkillGroup[] {
  if (course === 'advanced') {
    const isKnown = adventureDive !== null && Object.hasOwn(skillsByAdventureDive, adventureDive);
    return isKnown ? [{ name: 'dive', skills: skillsByAdventureDive[adventureDive as AdventureDive] }] : [];
  }
  if (course !== 'open_water') return [];
  const own = skillsByOpenWaterDive[logNumber ?? 0];
  return [
    ...(own === undefined ? [] : [{ name: 'dive' as const, skills: own }]),
    { name: 'every', skills: everyDiveSkills },
    { name: 'surface', skills: flexibleSurfaceSkills },
    ...((logNumber ?? 0) >= 2 ? [{ name: 'underwater' as const, skills: flexibleUnderwaterSkills }] : []),
  ];
}

/** The value of `{length}` in a skill's message. */
export const skillLengths: Readonly<Record<string, TrainingLength>> = {
  slow_ascent: [18],
  tow_25: [25],
  compass_swim_50: [50],
  emergency_ascent: [6, 9],
  stop_3_at_5: [5],
  kick_count_30: [30],
};

/** The intended maximum depth of a course's dives, used for warnings only. */
export function getTrainedDepthM(
  course: string | null,
  logNumber: number | null,
  adventureDive: string | null,
): TrainingMetres | null {
  if (course === 'open_water') return (logNumber ?? 1) <= 2 ? 12 : 18;
  if (course === 'advanced') return adventureDive === 'deep' ? 30 : 18;
  return null;
}
