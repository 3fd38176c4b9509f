import type { TableAccess } from './db/table-types.ts';

export const tables = {
  owns: [
    'audit_entry',
    'audit_head',
    'document_key',
    'feature_flag',
    'link_token',
    'mail_outbox',
    'migration',
    'pubsub_payload',
    'rate_counter',
    'security_event',
  ],
  reads: ['person'],
} satisfies TableAccess;

declare module '#platform/server/db/table-types.ts' {
  interface ColumnTypes {
    'audit_entry.data': Record<string, unknown>;
    'link_token.data': Record<string, unknown>;
    'mail_outbox.headers': Readonly<Record<string, string>>;
    'mail_outbox.state': 'waiting' | 'sent' | 'refused' | 'kept';
    'security_event.data': Record<string, unknown>;
  }
}
