import type { TableAccess } from '#platform/server/db/table-types.ts';
import type { OwnRemoval } from '#features/family/shared/contract.ts';

export const tables = {
  owns: [
    'family_member',
    'former_guardian',
    'guardian_agreement',
    'guardian_invite',
    'guardian_link',
    'guardian_removal',
    'handover',
  ],
  reads: ['active_instructor', 'active_store', 'audit_entry', 'dsd_checkpoint', 'form_draft', 'person', 'person_name'],
} satisfies TableAccess;

declare module '#platform/server/db/table-types.ts' {
  interface ColumnTypes {
    'family_member.affiliate_id': NotNull<number>;
    'family_member.member_id': NotNull<number>;
    'guardian_removal.kind': OwnRemoval['kind'];
    'guardian_removal.state': 'requested' | 'canceled' | 'declined' | 'removed' | 'restored';
  }
}
