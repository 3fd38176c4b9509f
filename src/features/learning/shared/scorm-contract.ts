import * as z from 'zod';
import { OpenJson } from '#platform/shared/text-schemas.ts';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { PackageId } from './course-contract.ts';
import { courseLevels } from './rules.ts';

export const failScorm = defineErrors({
  'scorm.not_a_zip': 422,
  /** A path points outside the package. */
  'scorm.bad_path': 422,
  /** The package exceeds the limits on files or bytes. */
  'scorm.too_large': 422,
  'scorm.no_manifest': 422,
  'scorm.bad_manifest': 422,
  'scorm.taken': 409,
  /** A person is enrolled in it or holds a code for it. */
  'scorm.in_use': 409,
  'scorm.unknown_item': 404,
});

export const scormLimits = { zipBytes: 100_000_000, files: 2_000, bytes: 300_000_000, cmiBytes: 200_000 } as const;

const ScormItem = z.object({ id: z.string(), title: z.string(), href: z.string() });
export const ScormPackage = z.object({
  packageId: z.string(),
  title: z.string(),
  version: z.enum(['1.2', '2004']),
  items: z.array(ScormItem),
  files: z.int(),
  bytes: z.int(),
  uploadedDate: z.string(),
});
export type ScormPackage = z.output<typeof ScormPackage>;

export const ScormLaunch = z.object({
  packageId: z.string(),
  title: z.string(),
  version: z.enum(['1.2', '2004']),
  item: z.string(),
  /** Packages run on their own origin, because third-party content must not access the portal's session. */
  url: z.string(),
  origin: z.string(),
  cmi: z.record(z.string(), z.unknown()).nullable(),
  seq: z.int(),
});
export type ScormLaunch = z.output<typeof ScormLaunch>;

export const scormEndpoints = defineEndpoints('learning', {
  'GET scorm/packages': {
    summary: 'Lists the uploaded SCORM packages.',
    access: ['staff'],
    output: z.array(ScormPackage),
  },
  'POST scorm/packages': {
    summary: 'Uploads a SCORM 1.2 or 2004 package as a zip file.',
    access: ['staff'],
    kind: 'read',
    body: z.object({ packageId: PackageId, level: z.enum(courseLevels).optional() }),
    upload: { field: 'package', maxBytes: scormLimits.zipBytes },
    output: ScormPackage,
  },
  'DELETE scorm/packages/{packageId}': {
    summary: 'Deletes a package that has no enrollments and no open codes.',
    access: ['staff'],
    params: z.object({ packageId: PackageId }),
    output: z.null(),
  },
  'POST v2/courses/{packageId}/launch': {
    summary: 'Launches an item of a package and returns its stored data model.',
    access: 'signedIn',
    params: z.object({ packageId: PackageId }),
    body: z.object({ item: z.string().max(200).nullable() }),
    output: ScormLaunch,
  },
  'POST v2/courses/{packageId}/runtime': {
    summary: 'Saves the data model of an item. The newest is stored, and progress is never reverted.',
    access: 'signedIn',
    params: z.object({ packageId: PackageId }),
    bodyLimitBytes: scormLimits.cmiBytes + 2_000,
    body: z.object({
      item: z.string().max(200),
      seq: z.int().min(1),
      cmi: OpenJson,
      isCompleted: z.boolean(),
      isPassed: z.boolean().nullable(),
      scorePercent: z.int().min(0).max(100).nullable(),
      /** Total time spent on the item. */
      seconds: z.int().min(0).max(86_400),
    }),
    output: z.null(),
  },
});
