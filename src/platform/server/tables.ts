import type { ChainLog } from './chains/chains.ts';
import type { ChainHead } from './chains/heads.ts';
import type { TableAccess } from './db/table-types.ts';

export const tables = {
  owns: [
    'audit_entry',
    'chain_checkpoint',
    'chain_head',
    'chain_verification',
    'document_key',
    'event_outbox',
    'feature_flag',
    'link_token',
    'mail_outbox',
    'migration',
    'pubsub_payload',
    'rate_counter',
    'security_log',
  ],
  reads: ['person'],
} satisfies TableAccess;

declare module '#platform/server/db/table-types.ts' {
  interface ColumnTypes {
    'audit_entry.data': Record<string, unknown>;
    'chain_checkpoint.heads': ChainHead[];
    'chain_head.log': ChainLog;
    'link_token.data': Record<string, unknown>;
    'mail_outbox.headers': Readonly<Record<string, string>>;
    'mail_outbox.state': 'waiting' | 'sent' | 'refused' | 'kept';
    'security_log.data': Record<string, unknown>;
  }
}
