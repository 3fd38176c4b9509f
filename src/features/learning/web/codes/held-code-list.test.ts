import { describe, expect, it } from 'vitest';
import type { HeldCode } from '#features/learning/shared/codes-contract.ts';
import { formatCodesCsv } from './held-code-list.ts';

const code = (couponCode: string, state: HeldCode['state'], certificationName = 'Open Water Diver'): HeldCode => ({
  couponCode,
  certificationName,
  packageId: 'open-water',
  expiresDate: null,
  createdDate: '2026-11-15T12:00:00.000Z',
  state,
  stateDate: null,
});

describe('held code list', () => {
  it('formatCodesCsv escapes formulas and quotes', () => {
    const odd = [{ ...code('DDDD-4444', 'free', '=1+1 "Deep", too'), expiresDate: '2027-01-31T10:00:00.000Z' }];
    expect(formatCodesCsv(odd, ['Code', 'Course', 'Until'])).toBe(
      '\uFEFF"Code","Course","Until"\r\n"DDDD-4444","\'=1+1 ""Deep"", too","2027-01-31"\r\n',
    );
  });
});
