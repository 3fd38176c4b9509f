import { describe, expect, it } from 'vitest';
import { describeBottleneck } from './cpu-meter.ts';

const idle = { portal: 0, portalThread: 0, database: 0, drill: 0, machine: 0, cores: 8 };

describe('describeBottleneck', () => {
  it.each([
    { use: { ...idle, portal: 1.4, portalThread: 0.97, machine: 3 }, named: /^the one thread/ },
    { use: { ...idle, portal: 3, portalThread: 0.97, database: 4, machine: 7.9 }, named: /^the CPU.*others 0\.90\)$/ },
    { use: { ...idle, portal: 0.8, drill: 1, machine: 7.9 }, named: /other programs use for the most part$/ },
    { use: { ...idle, portal: 0.3, machine: 1 }, named: /^no CPU/ },
  ])('names what is used up: $named', ({ use, named }) => {
    expect(describeBottleneck(use)).toMatch(named);
  });
});
