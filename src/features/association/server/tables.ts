import type { TableAccess } from '#platform/server/db/table-types.ts';

export const tables = {
  owns: [],
  reads: [
    'account',
    'active_instructor',
    'active_store',
    'application',
    'audit_entry',
    'birthdate_correction',
    'certification',
    'dive_log',
    'family_member',
    'feature_flag',
    'form_confirmation',
    'form_evaluation',
    'form_record',
    'guardian_link',
    'guardian_removal',
    'order_line',
    'outside_certification',
    'person',
    'person_name',
    'person_photo',
    'security_log',
    'shop_order',
  ],
} satisfies TableAccess;
