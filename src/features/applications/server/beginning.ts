import type { Context } from '../../../platform/server/context.ts';
import { fail as failAnywhere } from '../../../platform/shared/errors.ts';
import { ageOn, dayOf } from '../../account/shared/rules.ts';
import { fail } from '../shared/contract.ts';
import type { ApplicationKind } from '../shared/requirements.ts';
import * as sql from './draft-sql.ts';
import { readFacts } from './facts.ts';
import { listOwnCards, type OwnCard } from './own-cards.ts';
import { keepSnapshot } from './snapshot.ts';
import { findType } from './types.ts';

/** A new draft, or the one that is open for this level. */
export async function beginApplication(ctx: Context, typeId: number): Promise<number> {
  const { db, now, user } = ctx;
  const type = findType(typeId);
  const [applicant] = await sql.lockApplicant(db, user.affiliateId);
  if (applicant === undefined) throw failAnywhere('not_found');
  const [open] = await sql.findOpen(db, user.affiliateId, typeId);
  if (open !== undefined) return open.id;
  demandAge(type, applicant.birthdate, dayOf(now));
  demandLevelMissing(type, await listOwnCards(db, user.affiliateId, now));
  const [row] = await sql.insertDraft(db, user.affiliateId, typeId, now);
  if (row === undefined) throw new Error('the draft was not kept');
  await keepSnapshot(db, row, await readFacts(db, row, type, now));
  return row.id;
}

/** Whose age is not known is asked for it before it is submitted. */
function demandAge({ requirements }: ApplicationKind, birthdate: string | null, today: string): void {
  const years = requirements.find((one) => one.kind === 'age')?.years ?? 0;
  if (birthdate !== null && ageOn(birthdate, today) < years) throw fail('applications.too_young', { path: 'typeId' });
}

export function demandLevelMissing({ levelID }: ApplicationKind, cards: readonly OwnCard[]): void {
  if (cards.some((card) => card.levelID === levelID)) throw fail('applications.has_level');
}
