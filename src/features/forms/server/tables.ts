import type { TableAccess } from '#platform/server/db/table-types.ts';
import type {
  FormRecordData,
  MedicalStatus,
  Packet,
  Reading,
  Region,
  SignerRole,
} from '#features/forms/shared/contract.ts';
import type { ChainEntryKind } from './chain/hash-chain.ts';
import type { BlobKind } from './documents/blobs.ts';

export const tables = {
  owns: [
    'form_blob',
    'form_confirmation',
    'form_draft',
    'form_entry',
    'form_evaluation',
    'form_physician_link',
    'form_reading',
    'form_record',
    'form_signature',
  ],
  reads: [
    'account',
    'active_instructor',
    'active_store',
    'audit_entry',
    'billing_country',
    'family_member',
    'guardian_invite',
    'guardian_link',
    'mailing_address',
    'person',
    'person_name',
    'professional',
    'staff_member',
  ],
} satisfies TableAccess;

type Evaluation = FormRecordData['evaluations'][number];

declare module '#platform/server/db/table-types.ts' {
  interface ColumnTypes {
    'form_blob.kind': BlobKind;
    'form_confirmation.outcome': 'confirmed' | 'declined';
    'form_draft.packet': Packet;
    'form_draft.region': Region;
    'form_draft.state': 'filling' | 'signing';
    'form_draft.versions': Record<string, number>;
    'form_entry.kind': ChainEntryKind;
    'form_evaluation.decision': Evaluation['decision'];
    'form_evaluation.way': Evaluation['way'];
    'form_reading.relation': Reading['relation'];
    'form_reading.what': Reading['what'];
    'form_record.medical_status': MedicalStatus;
    'form_record.packet': Packet;
    'form_record.region': Region;
    'form_record.versions': Record<string, number>;
    'form_signature.role': SignerRole;
  }
}
