import { describe, expect, it } from 'vitest';
import bluewater from '../../../brand/bluewater.json' with { type: 'json' };
import { Brand } from './brand.ts';
import { isProfessionalHost } from './professional-host.ts';

const brand = Brand.parse(bluewater);

describe('isProfessionalHost', () => {
  it.each([
    ['pro.bluewater.example', true],
    ['pro.localhost', true],
    ['portal.bluewater.example', false],
    ['bluewater.example', false],
    // The subdomain must match as a whole label.
    ['programs.bluewater.example', false],
    ['www.pro.bluewater.example', false],
    ['pro', false],
  ])('returns for %s: %s', (host, expected) => {
    expect(isProfessionalHost(brand, host)).toBe(expected);
  });

  it('uses the subdomain of the brand', () => {
    expect(isProfessionalHost({ ...brand, professionalSubdomain: 'members' }, 'members.club.example')).toBe(true);
    expect(isProfessionalHost({ ...brand, professionalSubdomain: 'members' }, 'pro.club.example')).toBe(false);
  });
});

describe('professionalLinks', () => {
  const parse = (url: string) =>
    Brand.safeParse({ ...bluewater, professionalLinks: [{ name: { 'en-US': 'More' }, url }] }).success;

  it('accepts only web URLs and paths of the portal', () => {
    for (const url of ['https://pro.bluewater.example/x', '/logbook/verification']) expect(parse(url)).toBe(true);
    for (const url of ['javascript:alert(1)', '//elsewhere.example', '/\\elsewhere.example', 'standards', ''])
      expect(parse(url)).toBe(false);
  });
});
