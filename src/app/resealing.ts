import { exportPurpose, sealedTokens } from '../features/account/server/sealed.ts';
import { sealedCardKeys } from '../features/certifications/server/keys.ts';
import { sealedFactors } from '../features/identity/server/second-factor/factors.ts';
import { sealedSignInKeys } from '../features/identity/server/signing-keys.ts';
import type { Services } from '../platform/server/context.ts';
import { reseal, type Resealed, type SealedColumn } from '../platform/server/reseal.ts';

/** What is sealed in tables that hold nobody's data, or that an export must not open. */
export const sealedBesides: readonly SealedColumn[] = [
  ...sealedTokens,
  ...sealedFactors,
  sealedCardKeys,
  sealedSignInKeys,
];

export async function resealEverything(
  services: Pick<Services, 'database' | 'files' | 'env'>,
  report: (place: SealedColumn, done: Resealed) => void = () => undefined,
): Promise<Resealed> {
  return reseal(services, { others: sealedBesides, passing: [exportPurpose], report });
}
