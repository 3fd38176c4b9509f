/**
 * Verifies the audit log after the checkpoint up to which it was verified before: `npm run -s verify-audit`. With `--all`,
 * verifies it from its first entry.
 */
import { describeVerification } from '#platform/server/chains/verify-log.ts';
import { verifyAudit } from '#platform/server/observability/verify-audit.ts';
import { formatProblems, runOnDatabase } from './run-command.ts';

const isComplete = process.argv.includes('--all');

await runOnDatabase(async ({ database, env }) => {
  const { entries, problems, ...verified } = await verifyAudit(
    { database, env },
    (problem) => console.error(`- ${problem}`),
    { isComplete },
  );
  if (problems > 0) throw new Error(`audit verification failed: ${formatProblems(problems)} in ${entries} entries`);
  console.log(`audit chains are intact: ${entries} entries${describeVerification(verified)}`);
});
