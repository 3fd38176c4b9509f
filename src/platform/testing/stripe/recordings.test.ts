import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFromRecording } from './recordings.ts';

const types = join(import.meta.dirname, '../../../../node_modules/stripe/esm/resources');

/** Reads the fields of an interface in the SDK's type declarations, and which of them are required. */
function readInterfaceFields(file: string, name: string): { all: string[]; required: string[] } {
  const text = readFileSync(join(types, `${file}.d.ts`), 'utf8');
  const [, body = ''] = new RegExp(`^export interface ${name} \\{\\n(.*?)^\\}`, 'ms').exec(text) ?? [];
  const fields = [...body.matchAll(/^ {4}(\w+)(\??):/gm)].map(([, field = '', mark]) => ({
    field,
    isRequired: mark === '',
  }));
  return {
    all: fields.map(({ field }) => field),
    required: fields.filter(({ isRequired }) => isRequired).map(({ field }) => field),
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

describe('Stripe recordings', () => {
  it('are all compared with the SDK types', () => {
    const files = globSync('*.json', { cwd: join(import.meta.dirname, 'recordings') });
    expect(files.toSorted()).toEqual([...Object.keys(shapes), 'errors'].map((name) => `${name}.json`).toSorted());
  });

  it.each(Object.entries(shapes))('have all required fields of a %s and no unknown ones', (name, [file, type]) => {
    const { all, required } = readInterfaceFields(file, type);
    const fields = Object.keys(createFromRecording<object>(name, {}));
    expect(required.length).toBeGreaterThan(5);
    expect(required.filter((field) => !fields.includes(field))).toEqual([]);
    expect(fields.filter((field) => !all.includes(field))).toEqual([]);
  });
});
