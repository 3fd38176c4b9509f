import { openPage } from '#platform/testing/browser.ts';

/** Returns a token of the signed-in person, as the page would hold it in memory. */
export async function mintToken(email: string): Promise<string> {
  const page = await openPage({ signedInAs: email });
  const { origin } = new URL((await page.request.get('/livez')).url());
  const answer = await page.request.post('/api/graphql', {
    data: { query: '{ querySession { token } }' },
    headers: { origin },
  });
  const { data } = (await answer.json()) as { data: { querySession: { token: string } } };
  return data.querySession.token;
}
