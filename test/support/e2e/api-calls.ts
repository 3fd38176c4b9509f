import type { Page } from 'playwright';

type Fields = Record<string, string | number | { name: string; mimeType: string; buffer: Buffer }>;

/** Sends API requests with the page's session, for setup that is not under test. */
export async function createApiCaller(page: Page, service: string) {
  const response = await page.request.post('/api/graphql', {
    data: { query: '{ querySession { token user { affiliate_id } } }' },
  });
  const { data } = (await response.json()) as {
    data: { querySession: { token: string; user: { affiliate_id: number } } };
  };
  const { token, user } = data.querySession;
  const headers = { authorization: `Bearer ${token}`, 'affiliate-id': String(user.affiliate_id) };
  return async <Body>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    multipart?: Fields,
  ): Promise<Body> => {
    const response = await page.request.fetch(`/api/${service}${path && `/${path}`}`, {
      method,
      headers,
      ...(body && { data: body }),
      ...(multipart && { multipart }),
    });
    if (!response.ok()) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (await response.json()) as Body;
  };
}
