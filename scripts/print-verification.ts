import type { ClientConfig } from 'pg';
import { verifyAll } from '#app/server/backup/verify-all.ts';
import type { Services } from '#platform/server/http/context.ts';
import { formatProblems } from './run-command.ts';

/** Prints one line for each verification and one for each problem. Throws if there is a problem. */
export async function printVerification(
  deps: Pick<Services, 'database' | 'files' | 'env'>,
  connection: ClientConfig,
): Promise<void> {
  const problems = await verifyAll(
    deps,
    connection,
    (problem) => console.error(`- ${problem}`),
    ({ name, summary, problems }) => console.log(`${problems === 0 ? 'ok    ' : 'FAILED'}  ${name}: ${summary}`),
  );
  if (problems > 0) throw new Error(`verification failed: ${formatProblems(problems)}`);
}
