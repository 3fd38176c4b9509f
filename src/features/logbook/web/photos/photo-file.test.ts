import { describe, expect, it } from 'vitest';
import { toUploadOutcome, findPhotoProblem } from './photo-file.ts';

const most = 10 * 1024 * 1024;

describe('findPhotoProblem', () => {
  it.each([
    ['image/jpeg', most, null],
    ['image/png', 1, null],
    ['image/jpeg', most + 1, 'logbook.photos.too_large'],
    ['image/gif', 1, 'error.logbook.photo_type'],
    ['image/heic', 1, 'error.logbook.photo_type'],
    ['', 1, 'error.logbook.photo_type'],
  ])('for type %j with %i bytes returns %s', (type, size, problem) => {
    expect(findPhotoProblem({ type, size })).toBe(problem);
  });
});

describe('toUploadOutcome', () => {
  const toOutcome = (status: number, code: string) => toUploadOutcome({ status, code, entries: [] });

  it('returns offline without a network', () => {
    expect(toOutcome(0, 'network.failed')).toEqual({ state: 'offline' });
  });

  it('allows a retry when the server is busy', () => {
    expect(toOutcome(429, 'rate.limited')).toEqual({ state: 'failed', problem: 'error.rate.limited' });
    expect(toOutcome(503, 'server.overloaded')).toMatchObject({ state: 'failed' });
  });

  it('requires another photo when it was rejected', () => {
    expect(toOutcome(422, 'logbook.photo_damaged')).toEqual({
      state: 'refused',
      problem: 'error.logbook.photo_damaged',
    });
    expect(toOutcome(413, 'request.too_large')).toEqual({ state: 'refused', problem: 'logbook.photos.too_large' });
  });
});
