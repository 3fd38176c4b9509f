import type { EmailLanguage } from '#features/preferences/shared/rules.ts';
import type { ChoiceSubject, ConsentSource } from './choices.ts';

declare module '#platform/server/db/tables.ts' {
  interface ColumnTypes {
    'consent_record.how': ConsentSource;
    'consent_record.subject': ChoiceSubject;
    'preference.communication_language': EmailLanguage;
    'recipient.communication_language': EmailLanguage;
  }
}
