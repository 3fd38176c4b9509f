import type { TableAccess } from '#platform/server/db/table-types.ts';
import type { EmailLanguage } from '#features/preferences/shared/rules.ts';
import type { ChoiceSubject, ConsentSource } from './choices.ts';

export const tables = {
  owns: ['consent_record', 'preference', 'recipient'],
  reads: ['person'],
} satisfies TableAccess;

declare module '#platform/server/db/table-types.ts' {
  interface ColumnTypes {
    'consent_record.how': ConsentSource;
    'consent_record.subject': ChoiceSubject;
    'preference.communication_language': EmailLanguage;
    'recipient.communication_language': EmailLanguage;
  }
}
