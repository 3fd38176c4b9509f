import type { JWK } from 'jose';
import type { TableAccess } from '#platform/server/db/table-types.ts';
import type { OutsideCertification } from '#features/certifications/shared/contract.ts';
import type { NewECard } from './cards/issue-ecard.ts';

export const tables = {
  owns: [
    'card_file',
    'card_key',
    'certification',
    'held_level',
    'outside_certification',
    'outside_training',
    'revoked_card',
  ],
  reads: ['dive_log', 'guardian_link', 'person', 'person_name', 'person_photo'],
} satisfies TableAccess;

declare module '#platform/server/db/table-types.ts' {
  interface ColumnTypes {
    'card_key.public_jwk': JWK;
    'certification.ecard_source': NewECard['source'];
    'outside_certification.status': OutsideCertification['status'];
  }
}
