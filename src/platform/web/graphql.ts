import type { ErrorEntry } from '../shared/errors.ts';
import { ApiError, send } from './client.ts';
import { requestProof } from './proofs.ts';
import { refreshSession } from './session.ts';

interface Answer<Data> {
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
    (await send('POST', '/api/graphql', { query: document, variables }, '/api/graphql', hasToken)) as Answer<Data>;
  let answer = await ask();
  const code = answer.errors?.[0]?.extensions?.code;
  // The fresh token carries the proof that was missing.
  if (hasToken && code !== undefined && (await requestProof(code)) && (await refreshSession())) answer = await ask();
  if (answer.errors?.length || answer.data === null) throw new ApiError(200, (answer.errors ?? []).map(toEntry));
  return answer.data;
}

function toEntry({ message, extensions }: NonNullable<Answer<unknown>['errors']>[number]): ErrorEntry {
  const { code = 'server.failed', path, now } = extensions ?? {};
  return { code, message, ...(path === undefined ? {} : { path }), ...(now === undefined ? {} : { now }) };
}
