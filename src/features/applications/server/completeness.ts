import type { Context } from '../../../platform/server/context.ts';
import { CodedError } from '../../../platform/shared/errors.ts';
import { dayOf } from '../../account/shared/rules.ts';
import { fail } from '../shared/contract.ts';
import { judge, openPoints, type Stage } from '../shared/requirements.ts';
import { type Known, readKnown } from './facts.ts';
import type { ApplicationRow } from './sql.ts';
import { findType } from './types.ts';

/** What the portal knows, asked anew; or a refusal that names every point that is open. */
export async function demandComplete({ db, now }: Context, row: ApplicationRow, stage: Stage): Promise<Known> {
  const type = findType(row.typeId);
  const known = await readKnown(db, row, type, now);
  const open = openPoints(judge(type.requirements, known.facts, dayOf(now), stage));
  if (open.length === 0) return known;
  const code = 'applications.incomplete';
  throw new CodedError(
    fail.codes[code],
    open.map(({ id, problem }) => ({ code, message: problem ?? code, path: id })),
  );
}
