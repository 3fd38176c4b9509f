import { generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import { packCredential } from '#features/certifications/shared/credential.ts';
import { writeCredential } from '#features/certifications/shared/credential-versions.ts';
import { openPage, visit } from '#platform/testing/browser.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { certifiedOn } from './cards-steps.ts';
import { diver, titleOf, factsOf, credentialOf, addressOf, sign } from './verify-card-steps.ts';

const encode = (text: string) => Buffer.from(text).toString('base64url');

describe('card verification without an account', () => {
  it('shows validity, holder, level and date, and nothing else', async () => {
    const { jws } = await credentialOf(diver.openWater);
    const page = await openPage();
    await visit(page, addressOf(jws));
    await expect.poll(() => titleOf(page).innerText()).toBe('This card is valid');
    expect(await factsOf(page)).toEqual([
      `Diver\n${diver.name}`,
      'Level\nOpen Water',
      'Trained to\n18 m / 60 ft',
      `Certified since\n${certifiedOn('long')}`,
      'Equivalent\nISO 24801-2',
      'Issued by\nBluewater, Leith',
    ]);
    await page.getByRole('img', { name: diver.name }).waitFor();
    expect(await page.locator('main').innerText()).not.toContain(diver.email);
    await checkAppearance(page);
  });

  it('accepts a code in lower case without hyphens and explains invalid ones', async () => {
    const { code } = await credentialOf(diver.openWater);
    const page = await openPage();
    await visit(page, '/verify');
    const field = page.getByLabel('Code on the back of the card');
    await field.fill(code.toLowerCase().replaceAll('-', ' '));
    await page.getByRole('button', { name: 'Verify card' }).click();
    await expect.poll(() => titleOf(page).innerText()).toBe('This card is valid');
    await field.fill('7QK2-M4TX-9D');
    await field.press('Enter');
    await expect.poll(() => titleOf(page).innerText()).toBe('We couldn’t verify this card');
    expect(await page.locator('main').innerText()).toContain('7QK2-M4TX-9D');
    await checkAppearance(page);
    await page.goBack();
    await expect.poll(() => titleOf(page).innerText()).toBe('Verify a certification');
  });

  it('rejects cards that were altered, truncated or signed by another key', async () => {
    const { jws, claims, keyId } = await credentialOf(diver.openWater);
    const [, , signature = ''] = jws.split('.');
    const forged = writeCredential(keyId, { ...claims, name: 'Somebody Else' });
    const other = await generateKeyPair('EdDSA');
    const packed = packCredential(jws);
    const page = await openPage();
    const wrong: Record<string, RegExp> = {
      [packCredential(`${encode(forged.header)}.${encode(forged.payload)}.${signature}`)]: /was changed after/,
      [packCredential(await sign(claims, keyId, other.privateKey))]: /was changed after/,
      [packCredential(await sign(claims, 'foreign', other.privateKey))]: /wasn’t signed by/,
      [`${packed.slice(0, 60)}${packed[60] === 'A' ? 'B' : 'A'}${packed.slice(61)}`]: /couldn’t find our signature/,
      [packed.slice(0, -9)]: /couldn’t find our signature/,
      'anything else': /couldn’t find our signature/,
    };
    await visit(page, `/verify#${packed}`);
    await expect.poll(() => titleOf(page).innerText()).toBe('This card is valid');
    for (const [text, reason] of Object.entries(wrong)) {
      // Scanning another card with the phone's camera changes only the hash.
      await page.evaluate((next) => (location.hash = `#${next}`), text);
      await expect.poll(() => titleOf(page).innerText()).toBe('This card isn’t valid');
      await expect.poll(() => page.locator('main').innerText()).toMatch(reason);
      expect(await page.locator('main').innerText()).not.toContain(diver.name);
      await page.evaluate((next) => (location.hash = `#${next}`), packed);
      await expect.poll(() => titleOf(page).innerText()).toBe('This card is valid');
    }
  });
});
