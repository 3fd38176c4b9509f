import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRequestLimit } from './request-limit.ts';

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-01T10:00:00Z') }));
afterEach(() => vi.useRealTimers());

describe('createRequestLimit', () => {
  it('limits each network for the rest of the minute', () => {
    const limit = createRequestLimit(2);
    expect(['192.0.2.1', '192.0.2.1', '192.0.2.2'].map(limit)).toEqual([null, null, null]);
    vi.advanceTimersByTime(20_000);
    expect(limit('192.0.2.1')).toBe(40);
    expect(limit('192.0.2.2')).toBeNull();
    vi.advanceTimersByTime(40_000);
    expect(limit('192.0.2.1')).toBeNull();
  });

  it('counts the addresses of one IPv6 network together', () => {
    const limit = createRequestLimit(1);
    expect(limit('2001:db8::1')).toBeNull();
    expect(limit('2001:db8::2')).toBe(60);
    expect(limit('2001:db8:0:1::1')).toBeNull();
  });
});
