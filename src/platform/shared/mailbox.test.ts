import { describe, expect, it } from 'vitest';
import { isSameMailbox, normalizeMailbox } from './mailbox.ts';

describe('normalizeMailbox', () => {
  it.each(['Maren.L+dr@Gmail.com', 'marenl@googlemail.com', ' m.a.r.e.n.l@gmail.com'])(
    'maps %s to marenl@gmail.com',
    (email) => {
      expect(normalizeMailbox(email)).toBe('marenl@gmail.com');
    },
  );

  it('keeps dots outside Gmail', () => {
    expect(normalizeMailbox('m.l@practice.test')).toBe('m.l@practice.test');
  });
});

describe('isSameMailbox', () => {
  it.each([
    ['ida@family.test', 'IDA+mother@family.test', true],
    ['ida.o@gmail.com', 'idao@googlemail.com', true],
    ['ida@family.test', 'adaeze@family.test', false],
    ['ida@family.test', 'ida@other.test', false],
  ])('compares %s with %s', (a, b, isSame) => {
    expect(isSameMailbox(a, b)).toBe(isSame);
  });
});
