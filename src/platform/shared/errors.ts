/** One entry of an error body. `message` is for developers; users see the translation of `code`. */
export interface ErrorEntry {
  code: string;
  message: string;
  path?: string;
  /** The stored value at `path`, for callers who may see it. It is personal data and must not be logged. */
  now?: string;
}

export interface ErrorBody {
  errors: ErrorEntry[];
  correlationId: string;
}

/** An error that a contract declares: a stable code with its HTTP status. */
export class CodedError extends Error {
  readonly status: number;
  readonly entries: readonly ErrorEntry[];
  readonly retryAfterS: number | undefined;

  constructor(status: number, entries: readonly ErrorEntry[], options: { retryAfterS?: number; cause?: unknown } = {}) {
    super(entries.map((entry) => entry.message).join('; '), { cause: options.cause });
    this.status = status;
    this.entries = entries;
    this.retryAfterS = options.retryAfterS;
  }

  get code(): string {
    return this.entries[0]?.code ?? 'server.failed';
  }
}

interface Failure {
  message?: string;
  path?: string;
  retryAfterS?: number;
  cause?: unknown;
}

type Fail<Code extends string> = ((code: Code, failure?: Failure) => CodedError) & {
  readonly codes: Readonly<Record<Code, number>>;
};

/** Declares the error codes of a feature. The returned function accepts only those codes: `throw fail('…')`. */
export function defineErrors<const Codes extends Record<string, number>>(codes: Codes): Fail<keyof Codes & string> {
  const createError = (code: keyof Codes & string, { message = code, path, ...rest }: Failure = {}): CodedError =>
    new CodedError(codes[code] ?? 500, [path === undefined ? { code, message } : { code, message, path }], rest);
  return Object.assign(createError, { codes });
}

/** Codes that any endpoint may return. */
export const fail = defineErrors({
  'request.malformed': 400,
  'request.invalid': 400,
  'session.missing': 401,
  'session.invalid': 401,
  'access.denied': 403,
  'identity.email_unverified': 403,
  'identity.confirm_required': 403,
  'request.foreign_origin': 403,
  not_found: 404,
  method_not_allowed: 405,
  'request.key_reused': 409,
  'request.too_large': 413,
  'request.unsupported_type': 415,
  'rate.limited': 429,
  'server.failed': 500,
  'server.overloaded': 503,
});
