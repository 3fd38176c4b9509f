import type { Page } from 'playwright';
import { expect } from 'vitest';
import { visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { getWorkerPortal } from '#platform/testing/worker-portal.ts';

export const address = '/preferences/subscriber';
export const headline = 'Preference center';
export const diver = 'diver@demo.test';
export const guardian = 'guardian@demo.test';
export const ids = { diver: 400_001, minor: 400_003, guardian: 400_004, instructor: 400_005, candidate: 400_006 };
export const uids: Record<number, string> = {};
export const communications = (page: Page) => page.getByRole('checkbox', { name: /News from Bluewater/ });
export const partners = (page: Page) => page.getByRole('checkbox', { name: /News from our partners/ });
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

export async function open(page: Page, path: string): Promise<Page> {
  await visit(page, path);
  await communications(page).waitFor();
  return page;
}

interface Stored {
  communications: boolean;
  third_party: boolean;
  communication_language: string;
}

export async function storedOf(affiliateId: number): Promise<Stored | undefined> {
  const [row] = await runSql<Stored>(
    'select communications, third_party, communication_language from preference where affiliate_id = $1',
    [affiliateId],
  );
  return row;
}

export async function subscribe(affiliateId: number, isSubscribed: boolean): Promise<void> {
  const answer = await fetch(`${getWorkerPortal().baseUrl}/api/preferences/unsubscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      id: uids[affiliateId],
      bluewaterCommunications: isSubscribed,
      thirdParty: false,
      communicationLanguage: 'en-US',
    }),
  });
  expect(answer.status).toBe(200);
}
