import { describe, expect, it } from 'vitest';
import { isHandoverNear } from './rules.ts';

describe('isHandoverNear', () => {
  it('reports a handover as near from 30 days before', () => {
    expect(isHandoverNear('2014-03-09', '2032-02-07')).toBe(false);
    expect(isHandoverNear('2014-03-09', '2032-02-08')).toBe(true);
  });
});
