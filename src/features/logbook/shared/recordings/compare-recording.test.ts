import { describe, expect, it } from 'vitest';
import { compareRecording } from './compare-recording.ts';

describe('compareRecording', () => {
  it('accepts a depth within one metre', () => {
    const recorded = { depthM: 17.4, minutes: 40 };
    expect(compareRecording({ depthM: 18.4, minutes: 40 }, recorded).isDepthClose).toBe(true);
    expect(compareRecording({ depthM: 18.5, minutes: 40 }, recorded).isDepthClose).toBe(false);
    expect(compareRecording({ depthM: 16.3, minutes: 40 }, recorded).isDepthClose).toBe(false);
  });

  it('accepts five percent of a deep dive', () => {
    const recorded = { depthM: 40, minutes: 40 };
    expect(compareRecording({ depthM: 42, minutes: 40 }, recorded).isDepthClose).toBe(true);
    expect(compareRecording({ depthM: 42.1, minutes: 40 }, recorded).isDepthClose).toBe(false);
  });

  it('accepts a time within three minutes', () => {
    const recorded = { depthM: 18, minutes: 41.5 };
    expect(compareRecording({ depthM: 18, minutes: 44 }, recorded).isTimeClose).toBe(true);
    expect(compareRecording({ depthM: 18, minutes: 38 }, recorded).isTimeClose).toBe(false);
  });

  it('says nothing about an unknown value', () => {
    expect(compareRecording({ depthM: null, minutes: 40 }, { depthM: 18, minutes: null })).toEqual({
      isDepthClose: null,
      isTimeClose: null,
    });
  });
});
