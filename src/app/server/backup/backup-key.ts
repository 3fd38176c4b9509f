import { readFileSync } from 'node:fs';
import { SettingError, type Env } from '#platform/server/config/env.ts';

/** The key that encrypts backups, from BACKUP_KEY or the file that BACKUP_KEY_FILE names. */
export function requireBackupKey(env: Pick<Env, 'BACKUP_KEY' | 'BACKUP_KEY_FILE'>): string {
  if (env.BACKUP_KEY !== undefined) return env.BACKUP_KEY;
  if (env.BACKUP_KEY_FILE === undefined)
    throw new SettingError('BACKUP_KEY: must be set to encrypt and read backups, with at least 32 characters');
  const key = readKeyFile(env.BACKUP_KEY_FILE);
  if (key.length < 32) throw new SettingError('BACKUP_KEY_FILE: the key must have at least 32 characters');
  return key;
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new SettingError(`BACKUP_KEY_FILE: cannot be read (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    });
  }
}
