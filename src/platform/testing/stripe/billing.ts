import type { Stripe } from 'stripe';
import { type Ledger, newId } from './checkout.ts';
import { groupAt, numberAt, type Params, textAt } from './params.ts';
import { recorded, Refusal, secondsNow } from './recordings.ts';

/** Invoices that are paid with a kept card, and money that goes back. */
export function billing({ intents, cards, customers, tell }: Ledger) {
  const invoices = new Map<string, Stripe.Invoice>();
  const refunds: Stripe.Refund[] = [];
  let isEmpty = false;
  let firstStatus = 'succeeded';

  function find(id: string, status: Stripe.Invoice.Status): Stripe.Invoice {
    const invoice = invoices.get(id);
    if (invoice === undefined) throw new Refusal('resource_missing', { message: `No such invoice: '${id}'` });
    if (invoice.status !== status) throw new Refusal('invoice_not_open', { message: `This is ${invoice.status}` });
    return invoice;
  }

  function demandCard(id: string | null, customer: unknown): Stripe.PaymentMethod {
    const card = cards.get(id ?? '');
    if (card === undefined || card.customer !== customer)
      throw new Refusal('resource_missing', { param: 'payment_method', message: `No such PaymentMethod: '${id}'` });
    return card;
  }

  return {
    invoices,
    refunds,
    setBalance(balance: 'empty' | 'enough'): void {
      isEmpty = balance === 'empty';
    },
    beginRefunds(status: 'pending' | 'succeeded'): void {
      firstStatus = status;
    },
    endRefund(refund: Stripe.Refund, status: 'succeeded' | 'failed'): void {
      refund.status = status;
      tell(status === 'failed' ? 'refund.failed' : 'refund.updated', refund);
    },
    create(params: Params): Stripe.Invoice {
      const customer = textAt(params, 'customer') ?? '';
      if (!customers.has(customer))
        throw new Refusal('resource_missing', { param: 'customer', message: `No such customer: '${customer}'` });
      demandCard(textAt(params, 'default_payment_method'), customer);
      const id = newId('in');
      const invoice = recorded<Stripe.Invoice>('invoice', {
        id,
        customer,
        created: secondsNow(),
        currency: textAt(params, 'currency') ?? '',
        description: textAt(params, 'description'),
        default_payment_method: textAt(params, 'default_payment_method'),
        metadata: groupAt(params, 'metadata'),
      });
      invoices.set(id, invoice);
      return structuredClone(invoice);
    },
    addItem(params: Params): Stripe.InvoiceItem {
      const invoice = find(textAt(params, 'invoice') ?? '', 'draft');
      const amount = numberAt(params, 'amount');
      const currency = textAt(params, 'currency') ?? '';
      if (!Number.isInteger(amount) || currency !== invoice.currency)
        throw new Refusal('parameter_invalid', { param: 'currency', message: 'The currency of the invoice differs.' });
      const words = { amount, currency, description: textAt(params, 'description'), invoice: invoice.id };
      const item = recorded<Stripe.InvoiceItem>('invoice-item', {
        ...words,
        id: newId('ii'),
        customer: invoice.customer ?? '',
        date: secondsNow(),
      });
      invoice.lines.data.push(
        recorded<Stripe.InvoiceLineItem>('invoice-line', { ...words, id: newId('il'), subtotal: amount }),
      );
      for (const total of ['amount_due', 'amount_remaining', 'subtotal', 'total'] as const) invoice[total] += amount;
      return item;
    },
    finalize(id: string): Stripe.Invoice {
      const invoice = find(id, 'draft');
      invoice.status = invoice.total > 0 ? 'open' : 'paid';
      return structuredClone(invoice);
    },
    pay(id: string, params: Params, wanted: string[]): object {
      const invoice = find(id, 'open');
      const card = demandCard(textAt(params, 'payment_method'), invoice.customer);
      Object.assign(invoice, { attempted: true, attempt_count: invoice.attempt_count + 1 });
      const last4 = card.card?.last4;
      if (last4 === '0341') throw new Refusal('card_declined');
      if (last4 === '3184') throw new Refusal('requires_action');
      const intent = recorded<Stripe.PaymentIntent>('payment-intent', {
        id: newId('pi'),
        amount: invoice.total,
        amount_received: invoice.total,
        currency: invoice.currency,
        created: secondsNow(),
        customer: invoice.customer,
        payment_method: card.id,
        latest_charge: newId('ch'),
        status: 'succeeded',
      });
      intents.set(intent.id, intent);
      const payment = recorded<Stripe.InvoicePayment>('invoice-payment', {
        id: newId('inpay'),
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
      tell('invoice.paid', invoice);
      return expand(invoice, wanted.includes('payments'));
    },
    void(id: string): Stripe.Invoice {
      const invoice = find(id, 'open');
      invoice.status = 'void';
      return structuredClone(invoice);
    },
    list(params: Params, wanted: string[]): object {
      const customer = textAt(params, 'customer') ?? '';
      if (!customers.has(customer)) throw new Refusal('resource_missing', { param: 'customer' });
      const data = [...invoices.values()].filter((invoice) => invoice.customer === customer).toReversed();
      return page(
        data.map((invoice) => expand(invoice, wanted.includes('data.payments'))),
        params,
        '/v1/invoices',
      );
    },
    refund(params: Params): Stripe.Refund {
      const intent = intents.get(textAt(params, 'payment_intent') ?? '');
      if (intent === undefined) throw new Refusal('resource_missing', { param: 'payment_intent' });
      const amount = numberAt(params, 'amount');
      const given = refunds
        .filter(({ payment_intent: id, status }) => id === intent.id && status !== 'failed')
        .reduce((sum, r) => sum + r.amount, 0);
      if (given === intent.amount) throw new Refusal('charge_already_refunded');
      if (!(amount > 0 && amount <= intent.amount - given)) throw new Refusal('refund_too_much');
      if (isEmpty) throw new Refusal('balance_insufficient');
      const refund = recorded<Stripe.Refund>('refund', {
        id: newId('re'),
        amount,
        charge: intent.latest_charge,
        currency: intent.currency,
        created: secondsNow(),
        metadata: groupAt(params, 'metadata'),
        payment_intent: intent.id,
        status: firstStatus,
      });
      refunds.push(refund);
      tell('refund.created', refund);
      return { ...refund };
    },
    listRefunds(params: Params): object {
      const intent = textAt(params, 'payment_intent') ?? '';
      if (!intents.has(intent)) throw new Refusal('resource_missing', { param: 'payment_intent' });
      const data = refunds.filter(({ payment_intent: id }) => id === intent).toReversed();
      return page(data, params, '/v1/refunds');
    },
  };
}

function expand(invoice: Stripe.Invoice, hasPayments: boolean): Stripe.Invoice {
  const { payments, ...rest } = structuredClone(invoice);
  return hasPayments && payments !== undefined ? { ...rest, payments } : rest;
}

/** Newest first, from the one after the last that was seen. */
function page<Thing extends { id: string }>(all: Thing[], params: Params, url: string): Stripe.ApiList<Thing> {
  const after = textAt(params, 'starting_after');
  const rest = after === null ? all : all.slice(all.findIndex(({ id }) => id === after) + 1);
  const limit = Number(textAt(params, 'limit') ?? 10);
  return { object: 'list', data: rest.slice(0, limit), has_more: rest.length > limit, url };
}
