import { ApiError, parseErrorEntries, buildRequestHeaders } from '#platform/web/client/client.ts';
import { requestProof } from '#platform/web/session/proof-prompts.ts';
import { reportBrowserError } from '#platform/web/client/error-reporting.ts';
import { currentToken, refreshSession } from '#platform/web/session/session.ts';

/** The limit applies to the time without progress, so a slow network may still finish a large upload. */
const stallMs = 45_000;

interface UploadOptions {
  signal: AbortSignal;
  /** The share of the bytes sent, between 0 and 1; at 1 the server processes the file. */
  onProgress(share: number): void;
}

/** Sends a form with files like `sendRequest`, but reports upload progress, which `fetch` cannot do. */
export async function uploadFormData(
  url: string,
  form: FormData,
  template: string,
  options: UploadOptions,
): Promise<unknown> {
  const correlationId = crypto.randomUUID();
  let response = await attemptUpload(url, form, correlationId, options);
  if (response.status === 401 && (await refreshSession()))
    response = await attemptUpload(url, form, correlationId, options);
  // The refreshed token carries the proof.
  if (
    response.status === 403 &&
    (await requestProof(parseErrorEntries(response.text)[0]?.code ?? '')) &&
    (await refreshSession())
  )
    response = await attemptUpload(url, form, correlationId, options);
  const { status, text } = response;
  if (status >= 200 && status < 300) return JSON.parse(text);
  if (!options.signal.aborted)
    reportBrowserError({
      kind: 'call',
      message: `POST ${template}`,
      correlationId,
      ...(status > 0 && { status, response: text }),
    });
  throw new ApiError(status, status === 0 ? [{ code: 'network.failed', message: text }] : parseErrorEntries(text));
}

/** Resolves with status 0 when there is no response. */
function attemptUpload(
  url: string,
  form: FormData,
  correlationId: string,
  { signal, onProgress }: UploadOptions,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    let stall = setTimeout(abort, stallMs);
    const end = (status: number, text: string) => {
      clearTimeout(stall);
      signal.removeEventListener('abort', abort);
      resolve({ status, text });
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      clearTimeout(stall);
      stall = setTimeout(abort, stallMs);
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('load', () => end(request.status, request.responseText));
    request.addEventListener('error', () => end(0, 'network error'));
    request.addEventListener('abort', () => end(0, 'upload aborted'));
    signal.addEventListener('abort', abort);
    request.open('POST', url);
    for (const [name, value] of Object.entries(buildRequestHeaders(correlationId, currentToken())))
      request.setRequestHeader(name, value);
    if (signal.aborted) end(0, 'upload aborted');
    else request.send(form);
  });
}
