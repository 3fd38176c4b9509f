import type { TableAccess } from '#platform/server/db/table-types.ts';
import type { UnitSystem } from '#domain/units.ts';
import type { PhotoState } from '#features/account/shared/profile-contract.ts';
import type { DataExport } from '#features/account/shared/security-contract.ts';
import type { Gender } from '#features/identity/shared/contract.ts';

export const tables = {
  owns: [
    'account_deletion',
    'active_instructor',
    'active_professional',
    'active_store',
    'birthdate_correction',
    'data_export',
    'email_correction',
    'mailing_address',
    'person',
    'person_name',
    'person_photo',
    'phone_change',
    'phone_number',
    'professional',
    'session',
    'staff_member',
    'sync_event',
    'taken_token',
  ],
  reads: ['account', 'audit_entry', 'enrollment', 'family_member', 'guardian_link', 'security_log'],
} satisfies TableAccess;

declare module '#platform/server/db/table-types.ts' {
  interface ColumnTypes {
    'active_instructor.affiliate_id': NotNull<number>;
    'active_professional.affiliate_id': NotNull<number>;
    'active_store.affiliate_id': NotNull<number>;
    'birthdate_correction.state': 'open' | 'withdrawn' | 'approved' | 'declined';
    'data_export.state': DataExport['state'];
    'person.gender': Gender;
    'person.unit': UnitSystem;
    'person_name.affiliate_id': NotNull<number>;
    'person_name.card_name': NotNull<string>;
    'person_name.full_name': NotNull<string>;
    'person_name.given_name': NotNull<string>;
    'person_name.is_erased': NotNull<boolean>;
    'person_name.language': NotNull<string>;
    'person_name.search_names': NotNull<string>;
    'person_name.short_name': NotNull<string>;
    'person_photo.status': PhotoState['status'];
    'professional.affiliate_id': NotNull<number>;
    'professional.is_instructor': NotNull<boolean>;
    'session.origin': 'sign-in' | 'link' | 'command';
    'staff_member.affiliate_id': NotNull<number>;
  }
}
