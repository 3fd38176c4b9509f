/** The stored values from the specification, translated as `logbook.<field>.<value>`. */
export const logTypes = ['Training', 'Recreational'] as const;
export const logStatuses = ['Draft', 'Pending', 'Verified', 'Returned', 'Logged'] as const;
export const diveTypes = ['Shore', 'Boat', 'Other'] as const;
export const waterTypes = ['Salt', 'Fresh'] as const;
export const bodiesOfWater = ['Ocean', 'Lake', 'River', 'Quarry'] as const;
export const weathers = ['Sunny', 'Partly Cloudy', 'Cloudy', 'Rainy', 'Windy', 'Foggy'] as const;
export const visibilities = ['High', 'Average', 'Low'] as const;
export const intensityLevels = ['None', 'Light', 'Moderate', 'Strong'] as const;
export const suitTypes = ['shorty', '3 mm', '5 mm', '7 mm', 'semi dry', 'dry suit'] as const;
export const weightTypes = ['Light', 'Good', 'Heavy'] as const;
export const cylinderTypes = ['Steel', 'Aluminum'] as const;
export const gasMixtures = ['Air', 'EANx32', 'EANx36', 'EANx40', 'Enriched', 'Trimix', 'Rebreather'] as const;
export const feelings = ['Amazing', 'Great', 'Good', 'Fair', 'Poor'] as const;
export const additionalEquipment = [
  'Hood',
  'Gloves',
  'Boots',
  'Computer',
  'Compass',
  'Torch',
  'Camera',
  'Surface marker',
  'Reel',
  'Knife',
  'Slate',
] as const;
export const sortOptions = [
  'dive_date_desc',
  'dive_date_asc',
  'max_depth_desc',
  'max_depth_asc',
  'bottom_time_desc',
  'bottom_time_asc',
] as const;

export type LogType = (typeof logTypes)[number];
export type LogStatus = (typeof logStatuses)[number];
export type GasMixture = (typeof gasMixtures)[number];
export type SortOption = (typeof sortOptions)[number];

/** The maximum of `logsToVerify`, and its default. */
export const verificationPageSize = 100;
