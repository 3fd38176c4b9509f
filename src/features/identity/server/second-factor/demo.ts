import type { Db } from '#platform/server/db/database.ts';
import { demoPeople } from '#features/identity/server/demo.ts';
import { decryptSecret, findFactor, saveFactor } from './factors.ts';
import { codeAt, stepAt, stepEnd } from './totp.ts';

/** In the README too, so that anybody can put it into an app. */
const demoSecret = 'JBSWY3DPEHPK3PXP';

/** The demo's staff need a second factor; whoever has set one up stays with it. */
export async function seedDemoFactors(db: Db, secretKeys: readonly string[]): Promise<void> {
  for (const { sub } of demoPeople.filter(({ role }) => role === 'staff'))
    if ((await findFactor(db, sub)) === null) await saveFactor(db, secretKeys, sub, demoSecret, 0);
}

/** The current code. Once that was used, the one of the next step, which is accepted already. */
export async function demoCodeOf(
  db: Db,
  secretKeys: readonly string[],
  sub: string,
  now: Date,
): Promise<{ value: string; expiresAt: string } | null> {
  const factor = await findFactor(db, sub);
  if (factor === null || decryptSecret(secretKeys, factor.sealedSecret) !== demoSecret) return null;
  const current = stepAt(now);
  const step = factor.lastStep >= current ? current + 1 : current;
  return { value: codeAt(demoSecret, step), expiresAt: stepEnd(current).toISOString() };
}

/** For the console at the start. */
export function currentDemoCode(now: Date): string {
  return codeAt(demoSecret, stepAt(now));
}
