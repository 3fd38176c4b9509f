import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFromRecording } from './recordings.ts';

const types = join(dirname(createRequire(import.meta.url).resolve('stripe')), 'resources');

/** The fields of an interface in the SDK's own types, and which of them are always there. */
function fieldsOf(file: string, name: string): { all: string[]; sure: string[] } {
  const text = readFileSync(join(types, `${file}.d.ts`), 'utf8');
  const [, body = ''] = new RegExp(`^export interface ${name} \\{\\n(.*?)^\\}`, 'ms').exec(text) ?? [];
  const fields = [...body.matchAll(/^ {4}(\w+)(\??):/gm)].map(([, field = '', mark]) => ({
    field,
    isSure: mark === '',
  }));
  return {
    all: fields.map(({ field }) => field),
    sure: fields.filter(({ isSure }) => isSure).map(({ field }) => field),
  };
}

const shapes: Record<string, [file: string, name: string]> = {
  'checkout-session': ['Checkout/Sessions', 'Session'],
  'payment-intent': ['PaymentIntents', 'PaymentIntent'],
  'payment-method': ['PaymentMethods', 'PaymentMethod'],
  customer: ['Customers', 'Customer'],
  invoice: ['Invoices', 'Invoice'],
  'invoice-item': ['InvoiceItems', 'InvoiceItem'],
  'invoice-line': ['InvoiceLineItems', 'InvoiceLineItem'],
  'invoice-payment': ['InvoicePayments', 'InvoicePayment'],
  refund: ['Refunds', 'Refund'],
  event: ['Events', 'EventBase'],
};

describe('what the recorded Stripe answers', () => {
  it('is all compared with the types of the SDK', () => {
    const files = globSync('*.json', { cwd: join(import.meta.dirname, 'recordings') });
    expect(files.toSorted()).toEqual([...Object.keys(shapes), 'errors'].map((name) => `${name}.json`).toSorted());
  });

  it.each(Object.entries(shapes))('has every field that a %s has, and no other', (name, [file, type]) => {
    const { all, sure } = fieldsOf(file, type);
    const fields = Object.keys(createFromRecording<object>(name, {}));
    expect(sure.length).toBeGreaterThan(5);
    expect(sure.filter((field) => !fields.includes(field))).toEqual([]);
    expect(fields.filter((field) => !all.includes(field))).toEqual([]);
  });
});
