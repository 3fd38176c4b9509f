import { sql } from 'kysely';
import type { ClientConfig } from 'pg';
import { verifyCardKeys } from '#features/certifications/server/credentials/verify-card-keys.ts';
import { verifyForms } from '#features/forms/server/chain/verify-forms.ts';
import { describeVerification } from '#platform/server/chains/verify-log.ts';
import { countUndecryptable, listEncryptedColumns } from '#platform/server/crypto/reencrypt.ts';
import { assertRestoreEnded } from '#platform/server/db/unusable-database.ts';
import type { Services } from '#platform/server/http/context.ts';
import { verifyAudit } from '#platform/server/observability/verify-audit.ts';
import { checkLedger } from '../check-ledger.ts';
import { additionalEncryptedColumns } from '../reencrypt-all.ts';
import { verifyFiles } from './verify-files.ts';

type Deps = Pick<Services, 'database' | 'files' | 'env'>;
/** Reports each problem and returns what was verified. */
type Verification = (deps: Deps, connection: ClientConfig, report: (problem: string) => void) => Promise<string>;

const verifications: Readonly<Record<string, Verification>> = {
  'audit log': async (deps, _connection, report) => {
    const { entries, ...verified } = await verifyAudit(deps, (problem) => report(`audit log: ${problem}`), {
      isComplete: true,
    });
    return `${entries} entries${describeVerification(verified)}`;
  },
  'signed forms': async (deps, _connection, report) => {
    const { entries, records, files, evaluations } = await verifyForms(deps, report, { isComplete: true });
    return `${entries} entries, ${records} records, ${files} files, ${evaluations} evaluations`;
  },
  ledger: async ({ database }, _connection, report) => {
    const { transactions, wrong } = await database.inTransaction('verify-ledger', async (db) => {
      await sql`set transaction isolation level repeatable read, read only`.execute(db);
      return checkLedger(db);
    });
    for (const problem of wrong) report(problem);
    return `${transactions} transactions`;
  },
  'card keys': async ({ database, env }, _connection, report) => {
    const keys = await verifyCardKeys(database.db, env.SECRET_KEYS, report);
    return `${keys} keys`;
  },
  'encrypted values': async ({ database: { db }, env }, _connection, report) => {
    let values = 0;
    for (const location of await listEncryptedColumns(db, additionalEncryptedColumns)) {
      if (location.isFile) continue;
      const counts = await countUndecryptable(db, env.SECRET_KEYS, location);
      values += counts.values;
      if (counts.lost > 0)
        report(`${location.table}.${location.column}: ${counts.lost} values not decryptable with any key`);
    }
    return `${values} values`;
  },
  files: async (deps, connection, report) => `${await verifyFiles(deps, connection, report)} files`,
};

interface VerificationResult {
  name: string;
  summary: string;
  problems: number;
}

/** Runs every verification, also after one has failed. */
export async function verifyAll(
  deps: Deps,
  connection: ClientConfig,
  onProblem: (problem: string) => void,
  onResult: (result: VerificationResult) => void,
): Promise<number> {
  await assertRestoreEnded(deps.database.pool);
  let total = 0;
  for (const [name, verify] of Object.entries(verifications)) {
    let problems = 0;
    const report = (problem: string) => {
      problems += 1;
      onProblem(problem);
    };
    const summary = await verify(deps, connection, report).catch((error: unknown) => {
      report(`${name}: verification failed (${(error as Error).message})`);
      return 'not completed';
    });
    onResult({ name, summary, problems });
    total += problems;
  }
  return total;
}
