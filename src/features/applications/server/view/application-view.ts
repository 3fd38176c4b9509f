import { decryptTeachingAddress } from '#features/applications/server/teaching-address.ts';
import type { Context } from '#platform/server/http/context.ts';
import { describeAddress } from '#features/account/server/public.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import type { Application } from '#features/applications/shared/application.ts';
import { loadFee } from '#features/applications/server/payment/fee.ts';
import { type Facts, evaluateRequirements, type Stage } from '#features/applications/shared/requirements.ts';
import { canEdit, canSeeMedical } from '#features/applications/shared/policy.ts';
import { type ApplicationState, getTurn } from '#features/applications/shared/steps.ts';
import { loadApplicantRecord } from '#features/applications/server/requirements/facts.ts';
import type { ApplicationAccess } from '#features/applications/server/find-application.ts';
import { withoutMedical } from '#features/applications/server/requirements/medical-privacy.ts';
import { type Expand, expandAll, loadPeople } from './people.ts';
import { listPickedCards } from '#features/applications/server/requirements/shown-cards.ts';
import { decryptSignature } from '#features/applications/server/review/signatures.ts';
import { hasFacts } from '#features/applications/server/requirements/snapshot.ts';
import type { ApplicationRow } from '#features/applications/server/queries.ts';
import { findApplicationType } from '#features/applications/server/application-types.ts';
import { findApplicationDetails, type StepRow } from './queries.ts';

/** The application for one of its people, evaluated as of now. */
export async function loadApplicationView(
  ctx: Context,
  found: ApplicationAccess,
  expand: Expand = expandAll,
): Promise<Application> {
  return (await loadViewWithFacts(ctx, found, expand)).view;
}

/** Also returns the current facts. */
export async function loadViewWithFacts(
  ctx: Context,
  found: ApplicationAccess,
  expand: Expand = expandAll,
): Promise<{ view: Application; facts: Facts }> {
  const { row, role } = found;
  const type = findApplicationType(row.typeId);
  const [known, people, details] = await Promise.all([
    loadApplicantRecord(ctx.db, row, type, ctx.now),
    loadPeople(ctx, found, expand),
    findApplicationDetails.first(ctx.db, { affiliateId: row.affiliateId, applicationId: row.id }),
  ]);
  const { facts, day } = pickFacts(row, known.facts, ctx.now);
  const { steps, signatures, proofs } = details ?? { steps: [], signatures: [], proofs: [] };
  const view: Application = {
    id: row.id,
    types: [{ id: type.id, name: type.name }],
    levelID: type.levelID,
    ...people,
    state: row.state,
    version: row.version,
    role,
    certificationCards: listPickedCards(ctx, row, type, known.cards),
    firstAid: toFirstAid(row),
    exercises: row.exercises,
    teachingAddress: getTeachingAddress(ctx, row),
    statement: row.statement,
    recommendation: row.recommendation,
    fee: await loadFee(ctx, row),
    proofs,
    requirements: evaluateRequirements(type.requirements, facts, day, getStage(row.state)),
    divesVerified: facts.dives.verified,
    reasons: row.reasons,
    steps: steps.map((step) => toStepView(step, ctx.user.role === 'staff')),
    // While the applicant edits it, earlier signatures don't cover the current content.
    signatures: canEdit('applicant', row.state)
      ? []
      : signatures.map(({ id, role: by, encrypted, date }) => ({
          role: by,
          ...decryptSignature(ctx.services, { affiliateId: row.affiliateId, applicationId: row.id, id }, encrypted),
          signedDate: date,
        })),
    licenseID: row.licenseId,
    createdDate: row.createdAt.toISOString(),
    updatedDate: row.updatedAt.toISOString(),
    stateDate: row.stateAt.toISOString(),
  };
  return { view: canSeeMedical(role) ? view : withoutMedical(view), facts: known.facts };
}

/** Finished applications are evaluated by the facts stored when they ended. */
function pickFacts(
  { state, stateAt, facts }: ApplicationRow,
  current: Facts,
  now: Date,
): { facts: Facts; day: string } {
  if (getTurn(state) === null && hasFacts(facts)) return { facts, day: toIsoDate(stateAt) };
  return { facts: current, day: toIsoDate(now) };
}

export function toFirstAid({ firstAid }: ApplicationRow): Application['firstAid'] {
  return { date: null, provider: '', isElsewhere: false, ...firstAid };
}

/** Submitting to the instructor requires less than sending to the association. */
export function getStage(state: ApplicationState): Stage {
  return canEdit('applicant', state) ? 'begin' : 'certify';
}

export function getTeachingAddress({ services, locale }: Context, row: ApplicationRow): Application['teachingAddress'] {
  const address = decryptTeachingAddress(services.env, row);
  return address && describeAddress(address, locale);
}

/** Names of desk staff are visible to staff only. */
function toStepView(step: StepRow, isStaff: boolean): Application['steps'][number] {
  return { ...step, byName: step.byRole === 'staff' && !isStaff ? null : step.byName };
}
