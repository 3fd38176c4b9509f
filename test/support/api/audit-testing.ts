import type { Services } from '#platform/server/http/context.ts';
import { verifyAudit } from '#platform/server/observability/verify-audit.ts';

/** Verifies the whole audit log. */
export async function findAuditProblems(deps: Pick<Services, 'database' | 'env'>): Promise<string[]> {
  const problems: string[] = [];
  await verifyAudit(deps, (problem) => problems.push(problem), { isComplete: true });
  return problems;
}
