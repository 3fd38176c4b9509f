import { expect, it } from 'vitest';
import { openPage } from '#platform/testing/browser.ts';
import { findMixedPages, people } from './server-rendering-steps.ts';

it('never mixes the pages of two people in 2,000 renderings', { timeout: 400_000 }, async () => {
  const pages = await Promise.all(people.map(({ email }) => openPage({ signedInAs: email })));
  for (const path of ['/training/dashboard', '/logbook/list'])
    expect(await findMixedPages(pages, path, 500)).toEqual([]);
});
