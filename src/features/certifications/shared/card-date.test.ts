import { describe, expect, it } from 'vitest';
import { fromCardDate, isPastCardDate, toCardDate } from './card-date.ts';

describe('card dates', () => {
  it.each([
    ['08-JUN-2024', '2024-06-08'],
    ['29-feb-2024', '2024-02-29'],
    ['31-Dec-1999', '1999-12-31'],
  ])('parses %s as %s', (written, iso) => {
    expect(fromCardDate(written)).toBe(iso);
    expect(toCardDate(iso)).toBe(written.toUpperCase());
  });

  it.each([
    '31-FEB-2026',
    '29-FEB-2025',
    '00-JAN-2025',
    '32-JAN-2025',
    '01-MAI-2025',
    '1-JAN-2025',
    '01-JAN-25',
    '01-JAN-0025',
    '2025-01-01',
    '01-JAN-2025 ',
    '01/JAN/2025',
    '٠١-JAN-2025',
    '',
  ])('rejects %s', (written) => {
    expect(fromCardDate(written)).toBeNull();
    expect(isPastCardDate(written, '2999-01-01')).toBe(false);
  });

  it('are shown from their day on', () => {
    expect(isPastCardDate('15-NOV-2026', '2026-11-14')).toBe(false);
    expect(isPastCardDate('15-NOV-2026', '2026-11-15')).toBe(true);
  });
});
