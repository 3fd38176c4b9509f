import { describe, expect, it } from 'vitest';
import { pinPhotos } from './pinned-photos.ts';

const start = '2024-05-01T10:00:00';
const photo = (id: string, taken_at: string | null) => ({
  id,
  url: '',
  thumb_url: '',
  width: 4,
  height: 3,
  caption: '',
  taken_at,
});
const pin = (...times: (string | null)[]) =>
  pinPhotos(
    times.map((time, index) => photo(String(index), time)),
    start,
    2_400,
    60,
  ).map(({ index, timeS, more }) => ({ index, timeS, more }));

describe('pinPhotos', () => {
  it('puts photos at their moment in order of time', () => {
    expect(pin('2024-05-01T10:20:00', '2024-05-01T10:05:30')).toEqual([
      { index: 1, timeS: 330, more: 0 },
      { index: 0, timeS: 1_200, more: 0 },
    ]);
  });

  it('leaves out photos without a time, from the boat and of other days', () => {
    expect(pin(null, '2024-05-01T09:30:00', '2024-05-01T10:45:00', '2024-05-02T10:05:00')).toEqual([]);
  });

  it('allows for clocks that differ by less than a minute', () => {
    expect(pin('2024-05-01T09:59:30', '2024-05-01T10:40:30')).toEqual([
      { index: 0, timeS: 0, more: 0 },
      { index: 1, timeS: 2_400, more: 0 },
    ]);
  });

  it('counts photos that would cover each other', () => {
    expect(pin('2024-05-01T10:05:00', '2024-05-01T10:05:20', '2024-05-01T10:05:59', '2024-05-01T10:06:00')).toEqual([
      { index: 0, timeS: 300, more: 2 },
      { index: 3, timeS: 360, more: 0 },
    ]);
  });

  it('pins nothing on a recording without a start', () => {
    expect(pinPhotos([photo('1', '2024-05-01T10:05:00')], null, 2_400, 60)).toEqual([]);
  });
});
