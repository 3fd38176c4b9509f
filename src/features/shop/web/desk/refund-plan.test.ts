import { describe, expect, it } from 'vitest';
import { getRefundConsequence, parseRefundAmount, formatRefundable } from './refund-plan.ts';

const line = {
  lineId: '7d9f3c1e-0000-4000-8000-000000000001',
  kind: 'course',
  isGift: false,
  state: 'given',
  totalMinor: 13_425,
  refundedMinor: 1_000,
  keptMinor: 0,
} as const;

describe('refund amounts', () => {
  it("start with the remaining amount in the reader's number format", () => {
    expect(formatRefundable(line, 'USD', 'en-US')).toBe('124.25');
    expect(formatRefundable(line, 'EUR', 'de-DE')).toBe('124,25');
    expect(formatRefundable({ ...line, totalMinor: 1_001_000 }, 'USD', 'en-US')).toBe('10000.00');
    expect(formatRefundable(line, 'JPY', 'ja-JP')).toBe('12425');
  });

  it.each([
    ['124.25', 'USD', 12_425],
    ['124,25', 'USD', 12_425],
    ['0.29', 'USD', 29],
    ['12425', 'JPY', 12_425],
    ['124.26', 'USD', null],
    ['0', 'USD', null],
    ['-3', 'USD', null],
    ['1.005', 'USD', null],
    ['0.5', 'JPY', null],
    ['', 'USD', null],
    ['all', 'USD', null],
  ])('parses %s %s as %s in minor units', (typed, currency, expected) => {
    expect(parseRefundAmount(line, typed, currency, 'en-US')).toBe(expected);
  });
});

describe('getRefundConsequence', () => {
  it('returns part for a partial refund', () => {
    expect(getRefundConsequence(line, 12_424)).toBe('part');
  });

  it('returns the consequence by kind and state', () => {
    expect(getRefundConsequence(line, 12_425)).toBe('course');
    expect(getRefundConsequence({ ...line, isGift: true }, 12_425)).toBe('codes');
    expect(getRefundConsequence({ ...line, kind: 'item', state: 'to_post' }, 12_425)).toBe('unposted');
    expect(getRefundConsequence({ ...line, kind: 'item', state: 'posted' }, 12_425)).toBe('kept');
    expect(getRefundConsequence({ ...line, kind: 'ecard' }, 12_425)).toBe('kept');
  });
});
