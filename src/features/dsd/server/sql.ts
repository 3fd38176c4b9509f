import { statement } from '../../../platform/server/db.ts';

interface CheckpointRow {
  store_number: number | null;
  member_number: number | null;
  status: string;
  updated_at: Date;
}

export const findCheckpoint = statement<CheckpointRow, [affiliateId: number]>(
  'select store_number, member_number, status, updated_at from dsd_checkpoint where affiliate_id = $1',
);
