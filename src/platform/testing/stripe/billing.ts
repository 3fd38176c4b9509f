import type { Stripe } from 'stripe';
import { type Ledger, createStripeId } from './checkout.ts';
import { getGroupParam, getNumberParam, type Params, getTextParam } from './params.ts';
import { createFromRecording, StripeApiError, nowInSeconds } from './recordings.ts';

/** Invoices that are paid with a saved card, and refunds. */
export function createBilling({ intents, cards, customers, emitEvent }: Ledger) {
  const invoices = new Map<string, Stripe.Invoice>();
  const refunds: Stripe.Refund[] = [];
  let isBalanceEmpty = false;
  let initialRefundStatus = 'succeeded';

  function find(id: string, status: Stripe.Invoice.Status): Stripe.Invoice {
    const invoice = invoices.get(id);
    if (invoice === undefined) throw new StripeApiError('resource_missing', { message: `No such invoice: '${id}'` });
    if (invoice.status !== status)
      throw new StripeApiError('invoice_not_open', { message: `The invoice is ${invoice.status}` });
    return invoice;
  }

  function requireCard(id: string | null, customer: unknown): Stripe.PaymentMethod {
    const card = cards.get(id ?? '');
    if (card === undefined || card.customer !== customer)
      throw new StripeApiError('resource_missing', {
        param: 'payment_method',
        message: `No such PaymentMethod: '${id}'`,
      });
    return card;
  }

  return {
    invoices,
    refunds,
    setBalance(balance: 'empty' | 'enough'): void {
      isBalanceEmpty = balance === 'empty';
    },
    beginRefunds(status: 'pending' | 'succeeded'): void {
      initialRefundStatus = status;
    },
    endRefund(refund: Stripe.Refund, status: 'succeeded' | 'failed'): void {
      refund.status = status;
      emitEvent(status === 'failed' ? 'refund.failed' : 'refund.updated', refund);
    },
    create(params: Params): Stripe.Invoice {
      const customer = getTextParam(params, 'customer') ?? '';
      if (!customers.has(customer))
        throw new StripeApiError('resource_missing', { param: 'customer', message: `No such customer: '${customer}'` });
      requireCard(getTextParam(params, 'default_payment_method'), customer);
      const id = createStripeId('in');
      const invoice = createFromRecording<Stripe.Invoice>('invoice', {
        id,
        customer,
        created: nowInSeconds(),
        currency: getTextParam(params, 'currency') ?? '',
        description: getTextParam(params, 'description'),
        default_payment_method: getTextParam(params, 'default_payment_method'),
        metadata: getGroupParam(params, 'metadata'),
      });
      invoices.set(id, invoice);
      return structuredClone(invoice);
    },
    addItem(params: Params): Stripe.InvoiceItem {
      const invoice = find(getTextParam(params, 'invoice') ?? '', 'draft');
      const amount = getNumberParam(params, 'amount');
      const currency = getTextParam(params, 'currency') ?? '';
      if (!Number.isInteger(amount) || currency !== invoice.currency)
        throw new StripeApiError('parameter_invalid', {
          param: 'currency',
          message: 'The currency of the invoice differs.',
        });
      const itemFields = { amount, currency, description: getTextParam(params, 'description'), invoice: invoice.id };
      const item = createFromRecording<Stripe.InvoiceItem>('invoice-item', {
        ...itemFields,
        id: createStripeId('ii'),
        customer: invoice.customer ?? '',
        date: nowInSeconds(),
      });
      invoice.lines.data.push(
        createFromRecording<Stripe.InvoiceLineItem>('invoice-line', {
          ...itemFields,
          id: createStripeId('il'),
          subtotal: amount,
        }),
      );
      for (const total of ['amount_due', 'amount_remaining', 'subtotal', 'total'] as const) invoice[total] += amount;
      return item;
    },
    finalize(id: string): Stripe.Invoice {
      const invoice = find(id, 'draft');
      invoice.status = invoice.total > 0 ? 'open' : 'paid';
      return structuredClone(invoice);
    },
    pay(id: string, params: Params, expand: string[]): object {
      const invoice = find(id, 'open');
      const card = requireCard(getTextParam(params, 'payment_method'), invoice.customer);
      Object.assign(invoice, { attempted: true, attempt_count: invoice.attempt_count + 1 });
      const last4 = card.card?.last4;
      if (last4 === '0341') throw new StripeApiError('card_declined');
      if (last4 === '3184') throw new StripeApiError('requires_action');
      const intent = createFromRecording<Stripe.PaymentIntent>('payment-intent', {
        id: createStripeId('pi'),
        amount: invoice.total,
        amount_received: invoice.total,
        currency: invoice.currency,
        created: nowInSeconds(),
        customer: invoice.customer,
        payment_method: card.id,
        latest_charge: createStripeId('ch'),
        status: 'succeeded',
      });
      intents.set(intent.id, intent);
      const payment = createFromRecording<Stripe.InvoicePayment>('invoice-payment', {
        id: createStripeId('inpay'),
        amount_paid: invoice.total,
        amount_requested: invoice.total,
        currency: invoice.currency,
        invoice: invoice.id,
        payment: { payment_intent: intent.id, type: 'payment_intent' },
        status: 'paid',
      });
      Object.assign(invoice, {
        status: 'paid',
        amount_paid: invoice.total,
        amount_remaining: 0,
        payments: { object: 'list', data: [payment], has_more: false, url: '/v1/invoice_payments' },
      } satisfies Partial<Stripe.Invoice>);
      emitEvent('invoice.paid', invoice);
      return expandInvoice(invoice, expand.includes('payments'));
    },
    void(id: string): Stripe.Invoice {
      const invoice = find(id, 'open');
      invoice.status = 'void';
      return structuredClone(invoice);
    },
    list(params: Params, expand: string[]): object {
      const customer = getTextParam(params, 'customer') ?? '';
      if (!customers.has(customer)) throw new StripeApiError('resource_missing', { param: 'customer' });
      const data = [...invoices.values()].filter((invoice) => invoice.customer === customer).toReversed();
      return paginate(
        data.map((invoice) => expandInvoice(invoice, expand.includes('data.payments'))),
        params,
        '/v1/invoices',
      );
    },
    refund(params: Params): Stripe.Refund {
      const intent = intents.get(getTextParam(params, 'payment_intent') ?? '');
      if (intent === undefined) throw new StripeApiError('resource_missing', { param: 'payment_intent' });
      const amount = getNumberParam(params, 'amount');
      const refunded = refunds
        .filter(({ payment_intent: id, status }) => id === intent.id && status !== 'failed')
        .reduce((sum, refund) => sum + refund.amount, 0);
      if (refunded === intent.amount) throw new StripeApiError('charge_already_refunded');
      if (!(amount > 0 && amount <= intent.amount - refunded)) throw new StripeApiError('refund_too_much');
      if (isBalanceEmpty) throw new StripeApiError('balance_insufficient');
      const refund = createFromRecording<Stripe.Refund>('refund', {
        id: createStripeId('re'),
        amount,
        charge: intent.latest_charge,
        currency: intent.currency,
        created: nowInSeconds(),
        metadata: getGroupParam(params, 'metadata'),
        payment_intent: intent.id,
        status: initialRefundStatus,
      });
      refunds.push(refund);
      emitEvent('refund.created', refund);
      return { ...refund };
    },
    listRefunds(params: Params): object {
      const intent = getTextParam(params, 'payment_intent') ?? '';
      if (!intents.has(intent)) throw new StripeApiError('resource_missing', { param: 'payment_intent' });
      const data = refunds.filter(({ payment_intent: id }) => id === intent).toReversed();
      return paginate(data, params, '/v1/refunds');
    },
  };
}

function expandInvoice(invoice: Stripe.Invoice, hasPayments: boolean): Stripe.Invoice {
  const { payments, ...rest } = structuredClone(invoice);
  return hasPayments && payments !== undefined ? { ...rest, payments } : rest;
}

/** Returns a page of a list that is sorted newest first, starting after `starting_after`. */
function paginate<Item extends { id: string }>(all: Item[], params: Params, url: string): Stripe.ApiList<Item> {
  const after = getTextParam(params, 'starting_after');
  const rest = after === null ? all : all.slice(all.findIndex(({ id }) => id === after) + 1);
  const limit = Number(getTextParam(params, 'limit') ?? 10);
  return { object: 'list', data: rest.slice(0, limit), has_more: rest.length > limit, url };
}
