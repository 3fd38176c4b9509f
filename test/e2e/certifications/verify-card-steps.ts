import { CompactSign } from 'jose';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { packCredential } from '#features/certifications/shared/credential.ts';
import {
  readCredential,
  writeCredential,
  type CardClaims,
} from '#features/certifications/shared/credential-versions.ts';
import { runSql } from '#test/support/e2e/database.ts';

export const diver = {
  email: 'diver@demo.test',
  name: 'Maren Lindqvist',
  openWater: 20_471_101,
  air: 20_471_102,
  drySuit: 20_471_103,
};

export const titleOf = (page: Page) => page.locator('main h1');
export const factsOf = (page: Page) => page.locator('[data-part=facts] > div').allInnerTexts();

/** The signed credential of a demo card. */
export async function credentialOf(
  licenseID: number,
): Promise<{ jws: string; code: string; claims: CardClaims; keyId: string }> {
  const read = async () =>
    (
      await runSql<{ jws: string | null; code: string }>(
        'select credential as jws, code from certification where license_id = $1',
        [licenseID],
      )
    )[0];
  // A background job signs it soon after the start.
  await expect.poll(async () => (await read())?.jws).toBeTypeOf('string');
  const { jws = '', code = '' } = ((await read()) ?? {}) as { jws: string; code: string };
  const [header = '', payload = ''] = jws.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  const known = readCredential({ header, payload });
  if (known === null) throw new Error('the demo card has an unknown credential format');
  return { jws, code, ...known };
}

export const addressOf = (jws: string) => `/verify#${packCredential(jws)}`;

export async function sign(claims: CardClaims, keyId: string, key: CryptoKey): Promise<string> {
  const { header, payload } = writeCredential(keyId, claims);
  return new CompactSign(new TextEncoder().encode(payload)).setProtectedHeader(JSON.parse(header)).sign(key);
}
