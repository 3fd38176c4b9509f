import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program of each Debian package that drills use, to see whether it is installed. */
const programs = {
  haproxy: 'haproxy',
  'etcd-server': 'etcd',
  patroni: 'patroni',
  pgbouncer: 'pgbouncer',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  faketime: 'faketime',
} as const;
export type DebianPackage = keyof typeof programs;

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

export function listMissingPackages(needed: readonly DebianPackage[]): DebianPackage[] {
  return needed.filter((name) => {
    const program = programs[name];
    return !(program.startsWith('/') ? [program] : folders.map((folder) => join(folder, program))).some(isExecutable);
  });
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
