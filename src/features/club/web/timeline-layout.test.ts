import { describe, expect, it } from 'vitest';
import { addMonths, monthsBetween } from './club-dates.ts';
import { estimateWidthPx, layoutTimeline, placeCaptions } from './timeline-layout.ts';

describe('days of a membership', () => {
  it('keep their place in the month, or take the last that there is', () => {
    expect(addMonths('2026-03-03', 11)).toBe('2027-02-03');
    expect(addMonths('2026-08-31', 6)).toBe('2027-02-28');
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  });

  it('make months, with the part of the one that runs', () => {
    expect(monthsBetween('2026-03-03', '2027-03-03')).toBe(12);
    expect(monthsBetween('2026-03-03', '2026-03-03')).toBe(0);
    expect(monthsBetween('2026-03-03', '2026-11-15')).toBeCloseTo(8.4);
    expect(monthsBetween('2026-08-31', '2027-02-28')).toBe(6);
  });
});

describe('the line of a year', () => {
  it('has its twelve months from the day on which it began', () => {
    const { months, placeOf } = layoutTimeline('2026-03-03', '2027-03-03', '2026-11-15');
    expect(months.map(({ day }) => day.slice(5, 7)).join(' ')).toBe('03 04 05 06 07 08 09 10 11 12 01 02');
    expect(months.filter(({ isPast }) => isPast)).toHaveLength(9);
    expect(placeOf('2026-03-03')).toBe(0);
    expect(placeOf('2026-11-15')).toBeCloseTo(0.7);
    expect(placeOf('2027-03-03')).toBe(1);
    expect(placeOf('2027-05-01')).toBe(1);
    expect(placeOf('2026-01-01')).toBe(0);
  });

  it('ends within a month where a trial does', () => {
    const { months } = layoutTimeline('2026-11-15', '2027-02-13', '2026-11-15');
    expect(months.map(({ share }) => share.toFixed(2))).toEqual(['1.00', '1.00', '0.94']);
  });
});

describe('captions', () => {
  const place = (places: readonly number[], width: number) => placeCaptions(places.map((at) => ({ at, width })));

  it('stay within the line', () => {
    expect(place([0, 1, 0.5], 0.2).map(({ align }) => align)).toEqual(['start', 'end', 'center']);
  });

  it('stand one below the other where they would meet', () => {
    expect(place([0, 1, 0.7, 0.38], 0.18).map(({ lane }) => lane)).toEqual([0, 0, 0, 0]);
    expect(place([0, 1, 0.05, 0.1], 0.18).map(({ lane }) => lane)).toEqual([0, 0, 1, 2]);
    expect(place([0, 1, 0.99], 0.18).map(({ lane }) => lane)).toEqual([0, 0, 1]);
  });

  it('are as wide as their longest line, in any script', () => {
    expect(estimateWidthPx(['Today', '108 days left'])).toBe(90.5);
    expect(estimateWidthPx(['今日', '残り108日'])).toBe(67.5);
  });
});
