import type { ErrorEntry } from '#platform/shared/errors.ts';
import { ApiError, sendRequest } from './client.ts';
import { requestProof } from '#platform/web/session/proof-prompts.ts';
import { refreshSession } from '#platform/web/session/session.ts';

interface GraphqlResponse<Data> {
  data: Data | null;
  errors?: { message: string; extensions?: { code?: string; path?: string; now?: string } }[];
}

/** One document by POST. The type of the data comes from the contract; a test checks each document against the schema. */
export async function graphql<Data>(
  document: string,
  variables: Record<string, unknown> = {},
  hasToken = true,
): Promise<Data> {
  const ask = async () =>
    (await sendRequest(
      'POST',
      '/api/graphql',
      { query: document, variables },
      '/api/graphql',
      hasToken,
    )) as GraphqlResponse<Data>;
  let answer = await ask();
  const code = answer.errors?.[0]?.extensions?.code;
  // The fresh token carries the proof that was missing.
  if (hasToken && code !== undefined && (await requestProof(code)) && (await refreshSession())) answer = await ask();
  if (answer.errors?.length || answer.data === null) throw new ApiError(200, (answer.errors ?? []).map(toErrorEntry));
  return answer.data;
}

function toErrorEntry({ message, extensions }: NonNullable<GraphqlResponse<unknown>['errors']>[number]): ErrorEntry {
  const { code = 'server.failed', path, now } = extensions ?? {};
  return { code, message, ...(path === undefined ? {} : { path }), ...(now === undefined ? {} : { now }) };
}
