import type { TableAccess } from '#platform/server/db/table-types.ts';

export const tables = {
  owns: [],
  reads: ['active_instructor', 'active_store', 'mailing_address', 'person', 'person_name'],
} satisfies TableAccess;
