import { describe, expect, it } from 'vitest';
import { estimateWidthPx, layoutTimeline, placeCaptions, monthsBetween } from './timeline-layout.ts';

describe('membership dates', () => {
  it('are counted in months with a fraction', () => {
    expect(monthsBetween('2026-03-03', '2027-03-03')).toBe(12);
    expect(monthsBetween('2026-03-03', '2026-03-03')).toBe(0);
    expect(monthsBetween('2026-03-03', '2026-11-15')).toBeCloseTo(8.4);
    expect(monthsBetween('2026-08-31', '2027-02-28')).toBe(6);
  });
});

describe('layoutTimeline', () => {
  it('returns twelve months from the start date', () => {
    const { months, placeOf } = layoutTimeline('2026-03-03', '2027-03-03', '2026-11-15');
    expect(months.map(({ day }) => day.slice(5, 7)).join(' ')).toBe('03 04 05 06 07 08 09 10 11 12 01 02');
    expect(months.filter(({ isPast }) => isPast)).toHaveLength(9);
    expect(placeOf('2026-03-03')).toBe(0);
    expect(placeOf('2026-11-15')).toBeCloseTo(0.7);
    expect(placeOf('2027-03-03')).toBe(1);
    expect(placeOf('2027-05-01')).toBe(1);
    expect(placeOf('2026-01-01')).toBe(0);
  });

  it('returns a shorter last month for a trial', () => {
    const { months } = layoutTimeline('2026-11-15', '2027-02-13', '2026-11-15');
    expect(months.map(({ share }) => share.toFixed(2))).toEqual(['1.00', '1.00', '0.94']);
  });
});

describe('placeCaptions', () => {
  const place = (places: readonly number[], width: number) => placeCaptions(places.map((at) => ({ at, width })));

  it('keeps captions within the line', () => {
    expect(place([0, 1, 0.5], 0.2).map(({ align }) => align)).toEqual(['start', 'end', 'center']);
  });

  it('stacks captions that would overlap', () => {
    expect(place([0, 1, 0.7, 0.38], 0.18).map(({ lane }) => lane)).toEqual([0, 0, 0, 0]);
    expect(place([0, 1, 0.05, 0.1], 0.18).map(({ lane }) => lane)).toEqual([0, 0, 1, 2]);
    expect(place([0, 1, 0.99], 0.18).map(({ lane }) => lane)).toEqual([0, 0, 1]);
  });

  it('estimates the width of the longest line in any script', () => {
    expect(estimateWidthPx(['Today', '108 days left'])).toBe(90.5);
    expect(estimateWidthPx(['今日', '残り108日'])).toBe(67.5);
  });
});
