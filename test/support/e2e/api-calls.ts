import type { Page } from 'playwright';

type Fields = Record<string, string | number | { name: string; mimeType: string; buffer: Buffer }>;

/** Calls of one service with the token that the page itself would get, for what is not the point of a test. */
export async function createApiCaller(page: Page, service: string) {
  const answer = await page.request.post('/api/graphql', {
    data: { query: '{ querySession { token user { affiliate_id } } }' },
  });
  const { data } = (await answer.json()) as {
    data: { querySession: { token: string; user: { affiliate_id: number } } };
  };
  const { token, user } = data.querySession;
  const headers = { authorization: `Bearer ${token}`, 'affiliate-id': String(user.affiliate_id) };
  return async <Answer>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
    multipart?: Fields,
  ): Promise<Answer> => {
    const response = await page.request.fetch(`/api/${service}/${path}`, {
      method,
      headers,
      ...(body && { data: body }),
      ...(multipart && { multipart }),
    });
    if (!response.ok()) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (await response.json()) as Answer;
  };
}
