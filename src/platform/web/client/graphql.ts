import type { ErrorEntry } from '#platform/shared/errors.ts';
import { ApiError, sendRequest } from './client.ts';
import type { GraphqlDocument, SentVariables } from './gql.ts';
import { requestProof } from '#platform/web/session/proof-prompts.ts';
import { refreshSession } from '#platform/web/session/session.ts';

interface GraphqlResponse<Data> {
  data: Data | null;
  errors?: { message: string; extensions?: { code?: string; path?: string; now?: string } }[];
}

/** Sends one document. The variables may be omitted if none is required. */
export function graphql<Data>(document: GraphqlDocument<Data, object>): Promise<Data>;
export function graphql<Data, Variables>(
  document: GraphqlDocument<Data, Variables>,
  variables: SentVariables<Variables>,
  hasToken?: boolean,
): Promise<Data>;
export async function graphql<Data>(
  document: GraphqlDocument<Data, never>,
  variables: unknown = {},
  hasToken = true,
): Promise<Data> {
  const send = async () =>
    (await sendRequest(
      'POST',
      '/api/graphql',
      { query: document, variables },
      '/api/graphql',
      hasToken,
    )) as GraphqlResponse<Data>;
  let response = await send();
  const code = response.errors?.[0]?.extensions?.code;
  // The refreshed token carries the missing proof.
  if (hasToken && code !== undefined && (await requestProof(code)) && (await refreshSession())) response = await send();
  if (response.errors?.length || response.data === null)
    throw new ApiError(200, (response.errors ?? []).map(toErrorEntry));
  return response.data;
}

function toErrorEntry({ message, extensions }: NonNullable<GraphqlResponse<unknown>['errors']>[number]): ErrorEntry {
  const { code = 'server.failed', path, now } = extensions ?? {};
  return { code, message, ...(path === undefined ? {} : { path }), ...(now === undefined ? {} : { now }) };
}
