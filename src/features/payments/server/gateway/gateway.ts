import type { IncomingHttpHeaders } from 'node:http';
import type { Locale } from '#platform/shared/locale.ts';
import type { GatewayName } from '#features/payments/shared/contract.ts';

export interface PageRequest {
  /** The same key is the same page. */
  key: string;
  paymentId: string;
  amountMinor: number;
  currency: string;
  description: string;
  /** Whether the card may be charged again later without anybody there. */
  isCardKept: boolean;
  email: string | null;
  locale: Locale;
  /** Where the page sends people who paid, and who did not. */
  returnUrl: string;
  leaveUrl: string;
  expiresAt: Date;
}

/** A card that is declined can be followed by another: the page stays open. */
export type PageResult =
  | { state: 'open' | 'expired' }
  | { state: 'paid'; chargeId: string; method: string | null; hint: string | null };

export interface Charge {
  /** The same key is charged once, however often it is asked for, and answered the same. */
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

/** A payment, or a refund by the key it was asked for with. */
export type WebhookEvent = { paymentId: string } | { refundId: string };

/**
 * A payment service. It alone sees a card; what is kept here are the names that it gives to things. Nothing of this is
 * asked inside a transaction, and everything may be asked again.
 */
export interface Gateway {
  readonly name: GatewayName;
  openPage(request: PageRequest): Promise<{ pageId: string; url: string }>;
  findPage(pageId: string): Promise<PageResult>;
  charge(charge: Charge): Promise<ChargeResult>;
  /** Pending: it has not gone yet, and is asked about again. What was done may be refused later, by a bank. */
  refund(refund: Refund): Promise<'done' | 'refused' | 'pending'>;
  /** What it tells something about; what that is, it is asked. Refused if it is not from the service. */
  readNotice(body: Buffer, headers: IncomingHttpHeaders): WebhookEvent | null;
}
