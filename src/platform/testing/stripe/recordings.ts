import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'recordings');
const readRecording = (name: string) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as unknown;

/** A recorded Stripe object with some fields replaced. */
export function createFromRecording<Item>(name: string, changes: Partial<Item>): Item {
  return { ...(readRecording(name) as Item), ...changes };
}

type ErrorName =
  | 'card_declined'
  | 'requires_action'
  | 'resource_missing'
  | 'parameter_invalid'
  | 'refund_too_much'
  | 'charge_already_refunded'
  | 'balance_insufficient'
  | 'invoice_not_open'
  | 'idempotency'
  | 'unauthorized'
  | 'api_error';
const errors = readRecording('errors') as Record<ErrorName, { status: number; error: object }>;

/** An error response of Stripe. */
export class StripeApiError extends Error {
  readonly status: number;
  readonly body: { error: object };

  constructor(name: ErrorName, details: { message?: string; param?: string; code?: string } = {}) {
    super(name);
    const { status, error } = errors[name];
    this.status = status;
    this.body = { error: { ...error, ...details } };
  }
}

export const nowInSeconds = (): number => Math.floor(Date.now() / 1000);
