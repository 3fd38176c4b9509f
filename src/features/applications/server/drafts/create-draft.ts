import type { Context } from '#platform/server/http/context.ts';
import { fail as failAnywhere } from '#platform/shared/errors.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { fail } from '#features/applications/shared/contract.ts';
import type { ApplicationKind } from '#features/applications/shared/requirements.ts';
import * as queries from './queries.ts';
import { loadFacts } from '#features/applications/server/requirements/facts.ts';
import { listOwnCards, type OwnCard } from '#features/applications/server/requirements/own-cards.ts';
import { storeSnapshot } from '#features/applications/server/requirements/snapshot.ts';
import { isTooYoung } from '#features/applications/server/types/is-offered.ts';
import { findApplicationType } from '#features/applications/server/application-types.ts';

/** Creates a draft, or returns the open application for this level. */
export async function createDraft(ctx: Context, typeId: number): Promise<number> {
  const { db, now } = ctx;
  const { affiliateId } = ctx.user;
  const type = findApplicationType(typeId);
  const applicant = await queries.lockApplicant.first(db, { affiliateId });
  if (applicant === undefined) throw failAnywhere('not_found');
  const open = await queries.listOpenApplications.first(db, { affiliateId, typeId });
  if (open !== undefined) return open.id;
  if (isTooYoung(type, applicant.birthdate, toIsoDate(now))) throw fail('applications.too_young', { path: 'typeId' });
  assertLevelNotHeld(type, await listOwnCards(db, affiliateId, now));
  const row = await queries.insertDraft.first(db, { affiliateId, typeId, now });
  if (row === undefined) throw new Error('inserting the draft returned no row');
  await storeSnapshot(db, row, await loadFacts(db, row, type, now));
  return row.id;
}

export function assertLevelNotHeld({ levelID }: ApplicationKind, cards: readonly OwnCard[]): void {
  if (cards.some((card) => card.levelID === levelID)) throw fail('applications.has_level');
}
