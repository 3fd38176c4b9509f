import { describe, expect, it } from 'vitest';
import bluewater from '../../../brand/bluewater.json' with { type: 'json' };
import { Brand } from './brand.ts';
import { isProfessionalHost } from './professional-host.ts';

const brand = Brand.parse(bluewater);

describe('a host', () => {
  it.each([
    ['pro.bluewater.example', true],
    ['pro.localhost', true],
    ['portal.bluewater.example', false],
    ['bluewater.example', false],
    // Only the whole word is the subdomain.
    ['programs.bluewater.example', false],
    ['www.pro.bluewater.example', false],
    ['pro', false],
  ])('%s is the professionals’ own: %s', (host, isTheirs) => {
    expect(isProfessionalHost(brand, host)).toBe(isTheirs);
  });

  it('follows the brand, whatever it calls its professionals', () => {
    expect(isProfessionalHost({ ...brand, professionalSubdomain: 'members' }, 'members.club.example')).toBe(true);
    expect(isProfessionalHost({ ...brand, professionalSubdomain: 'members' }, 'pro.club.example')).toBe(false);
  });
});

describe('a link for professionals', () => {
  const parse = (url: string) =>
    Brand.safeParse({ ...bluewater, professionalLinks: [{ name: { 'en-US': 'More' }, url }] }).success;

  it('leads elsewhere by the web, or to a path of the portal, and nowhere else', () => {
    for (const url of ['https://pro.bluewater.example/x', '/logbook/verification']) expect(parse(url)).toBe(true);
    for (const url of ['javascript:alert(1)', '//elsewhere.example', '/\\elsewhere.example', 'standards', ''])
      expect(parse(url)).toBe(false);
  });
});
