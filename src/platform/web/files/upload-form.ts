import { ApiError, parseErrorEntries, buildRequestHeaders } from '#platform/web/client/client.ts';
import { requestProof } from '#platform/web/session/proof-prompts.ts';
import { reportBrowserError } from '#platform/web/client/error-reporting.ts';
import { currentToken, refreshSession } from '#platform/web/session/session.ts';

/** As long as something moves, a slow network may take its time. */
const stallMs = 45_000;

interface UploadOptions {
  signal: AbortSignal;
  /** Of what has left, between 0 and 1; at 1 the server works on it. */
  onProgress(share: number): void;
}

/** Sends a form with files as `send` would, and says how far it is; `fetch` cannot tell. */
export async function uploadFormData(
  url: string,
  form: FormData,
  template: string,
  options: UploadOptions,
): Promise<unknown> {
  const correlationId = crypto.randomUUID();
  let answer = await attemptUpload(url, form, correlationId, options);
  if (answer.status === 401 && (await refreshSession()))
    answer = await attemptUpload(url, form, correlationId, options);
  // The fresh token carries the proof.
  if (
    answer.status === 403 &&
    (await requestProof(parseErrorEntries(answer.text)[0]?.code ?? '')) &&
    (await refreshSession())
  )
    answer = await attemptUpload(url, form, correlationId, options);
  const { status, text } = answer;
  if (status >= 200 && status < 300) return JSON.parse(text);
  if (!options.signal.aborted)
    reportBrowserError({
      kind: 'call',
      message: `POST ${template}`,
      path: location.pathname,
      correlationId,
      ...(status > 0 && { status, response: text }),
    });
  throw new ApiError(status, status === 0 ? [{ code: 'network.failed', message: text }] : parseErrorEntries(text));
}

/** Without an answer the status is 0. */
function attemptUpload(
  url: string,
  form: FormData,
  correlationId: string,
  { signal, onProgress }: UploadOptions,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const giveUp = () => request.abort();
    let stall = setTimeout(giveUp, stallMs);
    const end = (status: number, text: string) => {
      clearTimeout(stall);
      signal.removeEventListener('abort', giveUp);
      resolve({ status, text });
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      clearTimeout(stall);
      stall = setTimeout(giveUp, stallMs);
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('load', () => end(request.status, request.responseText));
    request.addEventListener('error', () => end(0, 'the network failed'));
    request.addEventListener('abort', () => end(0, 'given up'));
    signal.addEventListener('abort', giveUp);
    request.open('POST', url);
    for (const [name, value] of Object.entries(buildRequestHeaders(correlationId, currentToken())))
      request.setRequestHeader(name, value);
    if (signal.aborted) end(0, 'given up');
    else request.send(form);
  });
}
