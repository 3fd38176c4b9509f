import type { UnitSystem } from '../../../platform/shared/units.ts';
import { graphql } from '../../../platform/web/graphql.ts';
import { currentSession, takeUnit } from './session.ts';

const document =
  'mutation ($id: Int!, $unit: Unit!) { upsertUnit(affiliate_id: $id, unit: $unit) { affiliate_id unit } }';

/** Shown at once, here and on every other device; taken back when the server does not keep it. */
export async function chooseUnit(unit: UnitSystem): Promise<void> {
  const { user } = currentSession();
  const former = user.unit;
  takeUnit(unit);
  try {
    await graphql(document, { id: user.affiliate_id, unit });
  } catch (error) {
    takeUnit(former);
    throw error;
  }
}
