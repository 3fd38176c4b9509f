import { zstdCompressSync } from 'node:zlib';
import { plain } from './encrypt-rows-testing.ts';
import type { Rows } from './personal-forms-testing.ts';

/** An import with its file and entry, a recording in the packed format, and the number of the first dive. */
export function recordingRows(affiliateId: number, canary: string, importKey: string): Rows {
  const importId = '7b0f2f8e-3a52-4a3a-9d2c-0f5f3c9be001';
  const key = [affiliateId, importId];
  return [
    ["insert into dive_import (affiliate_id, id, status, finished_at) values ($1, $2, 'done', now())", key],
    [
      'insert into dive_import_file (affiliate_id, import_id, position, name, bytes, file_key) values ($1, $2, 0, $3, 9, $4)',
      [...key, canary, importKey],
    ],
    [
      `insert into dive_import_entry (affiliate_id, import_id, file, position, action, fingerprint, report)
       values ($1, $2, 0, 0, 'skipped', '\\x01', jsonb_build_object('entries', jsonb_build_array($3::text), 'warnings', '[]'::jsonb))`,
      [...key, canary],
    ],
    [
      `insert into dive_recording (affiliate_id, log_id, import_id, file, position, fingerprint, sample_count, sealed_recording)
       select $1, max(id), $2, 0, 0, '\\x01', 0, $3 from dive_log where affiliate_id = $1`,
      [...key, plain(packWithoutSamples(canary).toString('base64'))],
    ],
    ['insert into logbook_setting (affiliate_id, first_dive_number) values ($1, 1)', [affiliateId]],
  ];
}

/** The header of a packed recording, which has no columns. */
function packWithoutSamples(model: string): Buffer {
  const json = Buffer.from(JSON.stringify({ version: 1, count: 0, columns: [], details: { model } }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return zstdCompressSync(Buffer.concat([length, json]));
}
