import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { formattingTag } from '#platform/shared/locale.ts';
import { formatMoney } from './format-money.ts';

const written = (locale: Parameters<typeof formattingTag>[0], minor: number, currency: string) =>
  formatMoney(createIntl({ locale: formattingTag(locale) }), { minor, currency }).replaceAll(/\s/g, ' ');

describe('money', () => {
  it('is written as the reader’s language writes it, in Latin digits', () => {
    expect(written('en-US', 2695, 'USD')).toBe('$26.95');
    expect(written('de-DE', 2695, 'USD')).toBe('26,95 $');
    expect(written('ar-SA', 2695, 'USD')).toContain('26.95');
    expect(written('ar-SA', 2695, 'USD')).toContain('\u2066US$\u2069');
  });

  it('has as many digits as its currency', () => {
    expect(written('en-US', 4995, 'JPY')).toBe('¥4,995');
    expect(written('en-US', 4995, 'KWD')).toContain('4.995');
  });
});
