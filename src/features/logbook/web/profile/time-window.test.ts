import { describe, expect, it } from 'vitest';
import { canZoomIn, followMoment, formatClock, listTimeTicks, selectWindow, zoomWindow } from './time-window.ts';

const whole = { fromS: 0, toS: 3_000 };

describe('zoomWindow', () => {
  it('halves the window around the moment', () => {
    expect(zoomWindow(whole, whole, 1_000, 'in')).toEqual({ fromS: 250, toS: 1_750 });
  });

  it('stays inside the dive', () => {
    expect(zoomWindow(whole, whole, 2_900, 'in')).toEqual({ fromS: 1_500, toS: 3_000 });
    expect(zoomWindow({ fromS: 0, toS: 2_000 }, whole, 500, 'out')).toEqual(whole);
  });

  it('shows at least a minute', () => {
    const window = zoomWindow({ fromS: 0, toS: 80 }, whole, 40, 'in');
    expect(window).toEqual({ fromS: 10, toS: 70 });
    expect(canZoomIn(window)).toBe(false);
  });
});

describe('selectWindow', () => {
  it('takes two moments in any order', () => {
    expect(selectWindow(whole, 1_200, 600)).toEqual({ fromS: 600, toS: 1_200 });
  });

  it('ignores a tiny movement', () => {
    expect(selectWindow(whole, 600, 620)).toBeNull();
  });
});

describe('followMoment', () => {
  it('moves the window only if the moment is outside', () => {
    const window = { fromS: 600, toS: 1_200 };
    expect(followMoment(window, whole, 900)).toBe(window);
    expect(followMoment(window, whole, 2_000)).toEqual({ fromS: 1_700, toS: 2_300 });
  });
});

describe('listTimeTicks', () => {
  it('has round times inside the window', () => {
    expect(listTimeTicks(whole)).toEqual([0, 600, 1_200, 1_800, 2_400, 3_000]);
    expect(listTimeTicks({ fromS: 610, toS: 730 })).toEqual([630, 660, 690, 720]);
  });
});

it('formats a time like a dive computer', () => {
  expect(formatClock(0)).toBe('0:00');
  expect(formatClock(1_450)).toBe('24:10');
  expect(formatClock(3_850)).toBe('1:04:10');
});
