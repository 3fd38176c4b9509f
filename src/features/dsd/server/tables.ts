import type { TableAccess } from '#platform/server/db/table-types.ts';

export const tables = {
  owns: ['dsd_affiliation', 'dsd_checkpoint', 'dsd_photo'],
  reads: ['active_instructor', 'active_store', 'person', 'person_name'],
} satisfies TableAccess;
