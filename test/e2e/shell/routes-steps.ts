import { openPage, visit } from '#platform/testing/browser.ts';

export const dashboard = '/training/dashboard';
export const diver = 'diver@demo.test';

/** Returns the token that the page of a signed-in person holds in memory. */
export async function mintToken(email: string): Promise<string> {
  const page = await openPage({ signedInAs: email });
  const answer = page.waitForResponse('**/api/graphql');
  await visit(page, dashboard);
  const { data } = (await (await answer).json()) as { data: { querySession: { token: string } } };
  return data.querySession.token;
}
