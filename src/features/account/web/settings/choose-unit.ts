import type { UnitSystem } from '#domain/units.ts';
import { graphql } from '#platform/web/client/graphql.ts';
import { getCurrentSession, applyUnit } from '#features/account/web/session/session.ts';

const document =
  'mutation ($id: Int!, $unit: Unit!) { upsertUnit(affiliate_id: $id, unit: $unit) { affiliate_id unit } }';

/** Shown at once, here and on every other device; taken back when the server does not keep it. */
export async function chooseUnit(unit: UnitSystem): Promise<void> {
  const { user } = getCurrentSession();
  const former = user.unit;
  applyUnit(unit);
  try {
    await graphql(document, { id: user.affiliate_id, unit });
  } catch (error) {
    applyUnit(former);
    throw error;
  }
}
