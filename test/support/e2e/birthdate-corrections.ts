import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { createPlainImage } from '#platform/testing/image-fixture.ts';
import { createApiCaller } from './api-calls.ts';
import { runSql } from './database.ts';

/** Asks by API to correct the birthdate of the person, who is born on April 9, 1991. */
export async function requestBirthdateCorrection(page: Page, affiliateId: number): Promise<void> {
  const call = await createApiCaller(page, 'account');
  const document = {
    name: 'passport.png',
    mimeType: 'image/png',
    buffer: await createPlainImage(400, 300).png().toBuffer(),
  };
  await call('POST', `user/${affiliateId}/birthdate-correction`, undefined, {
    birthDate: '1991-04-11',
    key: randomUUID(),
    document,
  });
}

/** Deletes the person's requests, because other tests count the queues. */
export async function clearBirthdateCorrections(affiliateId: number): Promise<void> {
  await runSql('delete from birthdate_correction where affiliate_id = $1', [affiliateId]);
}
