import type { Context } from '../../../platform/server/context.ts';
import { describeAddress, openAddress } from '../../account/server/public.ts';
import { dayOf } from '../../account/shared/rules.ts';
import type { Application } from '../shared/application.ts';
import { readFee } from './fee.ts';
import { type Facts, judge, type Stage } from '../shared/requirements.ts';
import { type ApplicationState, canEdit, turnOf } from '../shared/steps.ts';
import { readKnown } from './facts.ts';
import type { Found } from './finding.ts';
import { forStore } from './medical-privacy.ts';
import { type Expand, expandAll, readPeople } from './people.ts';
import { showPicked } from './shown-cards.ts';
import { openSignature } from './signatures.ts';
import { isKnown } from './snapshot.ts';
import type { ApplicationRow } from './sql.ts';
import { findType } from './types.ts';
import { selectAround, type StepRow } from './view-sql.ts';

/** An application as one of its people reads it, judged as of now. */
export async function viewApplication(ctx: Context, found: Found, expand: Expand = expandAll): Promise<Application> {
  return (await viewWithFacts(ctx, found, expand)).view;
}

/** The same, and what it was judged by. */
export async function viewWithFacts(
  ctx: Context,
  found: Found,
  expand: Expand = expandAll,
): Promise<{ view: Application; facts: Facts }> {
  const { row, role } = found;
  const type = findType(row.typeId);
  const [known, people, [around]] = await Promise.all([
    readKnown(ctx.db, row, type, ctx.now),
    readPeople(ctx, found, expand),
    selectAround(ctx.db, row.affiliateId, row.id),
  ]);
  const { facts, day } = standOf(row, known.facts, ctx.now);
  const { steps, signatures, proofs } = around ?? { steps: [], signatures: [], proofs: [] };
  const view: Application = {
    id: row.id,
    types: [{ id: type.id, name: type.name }],
    levelID: type.levelID,
    ...people,
    state: row.state,
    version: row.version,
    role,
    certificationCards: showPicked(ctx, row, type, known.cards),
    firstAid: firstAidOf(row),
    exercises: row.exercises,
    teachingAddress: teachingAddressOf(ctx, row),
    statement: row.statement,
    recommendation: row.recommendation,
    fee: await readFee(ctx, row),
    proofs: proofs.map((proof) => ({ ...proof, uploadedDate: iso(proof.uploadedDate) })),
    requirements: judge(type.requirements, facts, day, stageOf(row.state)),
    divesVerified: facts.dives.verified,
    reasons: row.reasons,
    steps: steps.map((step) => showStep(step, ctx.user.role === 'staff')),
    // While the applicant changes it, nobody has signed what it says.
    signatures: canEdit('applicant', row.state)
      ? []
      : signatures.map(({ role: by, sealed, date }) => ({
          role: by,
          ...openSignature(ctx.services, sealed),
          signedDate: iso(date),
        })),
    licenseID: row.licenseId,
    createdDate: row.createdAt.toISOString(),
    updatedDate: row.updatedAt.toISOString(),
    stateDate: row.stateAt.toISOString(),
  };
  return { view: role === 'store' ? forStore(view) : view, facts: known.facts };
}

/** What it is judged by: what is over by what was known when it ended, whatever has come or run out since. */
function standOf({ state, stateAt, facts }: ApplicationRow, current: Facts, now: Date): { facts: Facts; day: string } {
  if (turnOf(state) === null && isKnown(facts)) return { facts, day: dayOf(stateAt) };
  return { facts: current, day: dayOf(now) };
}

export function firstAidOf({ firstAid }: ApplicationRow): Application['firstAid'] {
  return { date: null, provider: '', isElsewhere: false, ...firstAid };
}

/** What the applicant submits needs less than what goes to the association. */
export function stageOf(state: ApplicationState): Stage {
  return canEdit('applicant', state) ? 'begin' : 'certify';
}

export function teachingAddressOf({ services, locale }: Context, row: ApplicationRow): Application['teachingAddress'] {
  const sealed = row.sealedTeachingAddress;
  return sealed === null ? null : describeAddress(openAddress(services.env.SECRET_KEYS, sealed), locale);
}

/** Outside the desk nobody learns who works there. */
function showStep(step: StepRow, isStaff: boolean): Application['steps'][number] {
  return {
    ...step,
    byName: step.byRole === 'staff' && !isStaff ? null : step.byName,
    date: iso(step.date),
  };
}

/** As PostgreSQL writes a time in JSON, so that all times of an answer look alike. */
const iso = (time: string): string => new Date(time).toISOString();
