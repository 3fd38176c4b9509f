import type { TableAccess } from './db/tables.ts';

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
