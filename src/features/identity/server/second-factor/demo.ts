import type { Db } from '#platform/server/db/database.ts';
import { demoPeople } from '#features/identity/server/demo.ts';
import { decrypt } from '#platform/server/crypto/secrets.ts';
import { secretContexts, findFactor, saveFactor } from './factors.ts';
import { codeAt, stepAt, stepEnd } from './totp.ts';

/** Also in the README, so anyone can add it to an authenticator app. */
const demoSecret = 'JBSWY3DPEHPK3PXP';

/** Staff of the demo need a second factor; an existing one isn't replaced. */
export async function seedDemoFactors(db: Db, secretKeys: readonly string[]): Promise<void> {
  for (const { sub } of demoPeople.filter(({ role }) => role === 'staff'))
    if ((await findFactor(db, sub)) === null) await saveFactor(db, secretKeys, sub, demoSecret, 0);
}

/** Returns the current code, or the next step's code if the current one was used; that one is accepted early. */
export async function demoCodeOf(
  db: Db,
  secretKeys: readonly string[],
  sub: string,
  now: Date,
): Promise<{ value: string; expiresAt: string } | null> {
  const factor = await findFactor(db, sub);
  if (factor === null || decrypt(secretKeys, secretContexts.factor(sub), factor.encryptedSecret) !== demoSecret)
    return null;
  const current = stepAt(now);
  const step = factor.lastStep >= current ? current + 1 : current;
  return { value: codeAt(demoSecret, step), expiresAt: stepEnd(current).toISOString() };
}

/** The code that is logged at startup. */
export function currentDemoCode(now: Date): string {
  return codeAt(demoSecret, stepAt(now));
}
