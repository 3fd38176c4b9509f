import type { Context } from '#platform/server/http/context.ts';
import { CodedError } from '#platform/shared/errors.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { fail } from '#features/applications/shared/contract.ts';
import { evaluateRequirements, listOpenRequirements, type Stage } from '#features/applications/shared/requirements.ts';
import { type ApplicantRecord, loadApplicantRecord } from './facts.ts';
import type { ApplicationRow } from '#features/applications/server/queries.ts';
import { findApplicationType } from '#features/applications/server/application-types.ts';

/** Loads the current record, or throws an error with one entry per open requirement. */
export async function assertComplete(
  { db, now }: Context,
  row: ApplicationRow,
  stage: Stage,
): Promise<ApplicantRecord> {
  const type = findApplicationType(row.typeId);
  const known = await loadApplicantRecord(db, row, type, now);
  const open = listOpenRequirements(evaluateRequirements(type.requirements, known.facts, toIsoDate(now), stage));
  if (open.length === 0) return known;
  const code = 'applications.incomplete';
  throw new CodedError(
    fail.codes[code],
    open.map(({ id, problem }) => ({ code, message: problem ?? code, path: id })),
  );
}
