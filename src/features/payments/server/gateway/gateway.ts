import type { IncomingHttpHeaders } from 'node:http';
import type { Locale } from '#platform/shared/locale.ts';
import type { GatewayName } from '#features/payments/shared/contract.ts';

export interface PageRequest {
  /** The same key opens the same page. */
  key: string;
  paymentId: string;
  amountMinor: number;
  currency: string;
  description: string;
  /** Whether the card may be charged later without the cardholder. */
  isCardKept: boolean;
  email: string | null;
  locale: Locale;
  /** The page redirects here after a payment, or without one to `leaveUrl`. */
  returnUrl: string;
  leaveUrl: string;
  expiresAt: Date;
}

/** A declined card leaves the page open, because another card can be tried. */
export type PageResult =
  | { state: 'open' | 'expired' }
  | { state: 'paid'; chargeId: string; method: string | null; hint: string | null };

export interface Charge {
  /** Idempotent: the same key is charged once and returns the same result. */
  key: string;
  method: string;
  amountMinor: number;
  currency: string;
  description: string;
}
export type ChargeResult = { state: 'paid'; chargeId: string } | { state: 'declined' };

export interface Refund {
  key: string;
  chargeId: string;
  amountMinor: number;
  currency: string;
}

/** Refunds are identified by the key they were requested with. */
export type WebhookEvent = { paymentId: string } | { refundId: string };

/**
 * A payment service. Only the service sees card data; the portal stores the service's identifiers. Calls are never made
 * inside a transaction and must be safe to repeat.
 */
export interface Gateway {
  readonly name: GatewayName;
  openPage(request: PageRequest): Promise<{ pageId: string; url: string }>;
  findPage(pageId: string): Promise<PageResult>;
  charge(charge: Charge): Promise<ChargeResult>;
  /** `pending` means the refund is checked again later. A completed refund may still be rejected by a bank. */
  refund(refund: Refund): Promise<'done' | 'refused' | 'pending'>;
  /** Verifies the signature and returns the subject of the event; throws if the signature is not valid. */
  readNotice(body: Buffer, headers: IncomingHttpHeaders): WebhookEvent | null;
}
