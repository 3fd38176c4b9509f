import type { Stripe } from 'stripe';
import type { Charge, ChargeResult } from './gateway.ts';
import { toStripeAmount } from './stripe-params.ts';

/** Charges run in the background and banks can be slow, so the timeout is long. */
const requestOptions = { timeout: 30_000 };
/** The card no longer exists, or its bank requires authentication. */
const declineCodes = new Set([
  'resource_missing',
  'invoice_payment_intent_requires_action',
  'payment_intent_authentication_failure',
]);

/**
 * Charges a stored card with an invoice. Stripe drops idempotency keys after a day but keeps invoices, so an earlier
 * attempt is looked up first and continued where it ended.
 */
export async function chargeByInvoice(stripe: Stripe, charge: Charge): Promise<ChargeResult> {
  const { key, method } = charge;
  const [customer = '', card = ''] = method.split('/');
  const once = (step: string) => ({ ...requestOptions, idempotencyKey: `${key}/${step}` });
  let invoice: Stripe.Invoice | undefined;
  try {
    invoice = (await findInvoice(stripe, customer, key)) ?? (await createInvoice(stripe, charge, customer, card));
    if (invoice.status === 'draft') {
      if (invoice.lines.data.length === 0) await addLine(stripe, charge, customer, invoice.id);
      invoice = await stripe.invoices.finalizeInvoice(invoice.id, { auto_advance: false }, once('finalize'));
    }
    if (invoice.status === 'open')
      invoice = await stripe.invoices.pay(
        invoice.id,
        { payment_method: card, off_session: true, expand: ['payments'] },
        once('pay'),
      );
  } catch (error) {
    if (!isDecline(error)) throw error;
    // Voided so it cannot be paid after the next attempt creates another invoice.
    if (invoice?.status === 'open') await stripe.invoices.voidInvoice(invoice.id, {}, once('void'));
    return { state: 'declined' };
  }
  if (invoice.status === 'void' || invoice.status === 'uncollectible') return { state: 'declined' };
  const chargeId = getPaymentIntent(invoice);
  if (invoice.status !== 'paid' || chargeId === null)
    throw new Error(`invoice ${invoice.id} was not paid: ${invoice.status}`);
  return { state: 'paid', chargeId };
}

/** Each stored card has its own customer, so the list is short. */
async function findInvoice(stripe: Stripe, customer: string, key: string): Promise<Stripe.Invoice | undefined> {
  for await (const invoice of stripe.invoices.list({ customer, limit: 100, expand: ['data.payments'] }, requestOptions))
    if (invoice.metadata?.key === key) return invoice;
  return undefined;
}

function createInvoice(
  stripe: Stripe,
  { key, currency, description }: Charge,
  customer: string,
  card: string,
): Promise<Stripe.Invoice> {
  return stripe.invoices.create(
    {
      customer,
      currency: currency.toLowerCase(),
      description,
      collection_method: 'charge_automatically',
      default_payment_method: card,
      // The portal decides when and how often to retry.
      auto_advance: false,
      pending_invoice_items_behavior: 'exclude',
      metadata: { key },
    },
    { ...requestOptions, idempotencyKey: `${key}/invoice` },
  );
}

async function addLine(stripe: Stripe, charge: Charge, customer: string, invoice: string): Promise<void> {
  const { key, amountMinor, currency, description } = charge;
  await stripe.invoiceItems.create(
    {
      customer,
      invoice,
      amount: toStripeAmount(amountMinor, currency),
      currency: currency.toLowerCase(),
      description,
    },
    { ...requestOptions, idempotencyKey: `${key}/line` },
  );
}

function getPaymentIntent(invoice: Stripe.Invoice): string | null {
  const paid = invoice.payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent;
  return typeof paid === 'string' ? paid : (paid?.id ?? null);
}

function isDecline(error: unknown): boolean {
  const { type, code } = error as Partial<Stripe.errors.StripeError>;
  return type === 'StripeCardError' || (code !== undefined && declineCodes.has(code));
}
