import { describe, expect, it } from 'vitest';
import bluewater from '../../../brand/bluewater.json' with { type: 'json' };
import { Brand } from '../../platform/shared/brand.ts';
import { navigationFor } from './navigation.ts';

const brand = Brand.parse(bluewater);
const facts = { brand, host: 'portal.bluewater.example', hasJourney: false, hasEntitlements: false, isStaff: false };
const links = (given: Partial<typeof facts>) =>
  navigationFor({ ...facts, ...given }).flatMap((group) => group.items.map((item) => item.href));

describe('the sidebar', () => {
  it('has the groups of the specification in their order', () => {
    expect(navigationFor(facts).map((group) => group.label)).toEqual([
      'shell.nav.home',
      'shell.nav.myProfile',
      'shell.nav.shop',
      'shell.nav.tools',
      'shell.nav.support',
    ]);
  });

  it('hides My courses and Performance without a journey or entitlements', () => {
    expect(links({})).not.toContain('/training/performance');
    expect(links({})).not.toContain('/training/my-courses');
    expect(links({ hasJourney: true })).toContain('/training/performance');
    expect(links({ hasEntitlements: true })).toContain('/training/my-courses');
  });

  it('leads staff to their desk, and nobody else', () => {
    expect(links({})).not.toContain('/desk');
    expect(links({ isStaff: true })).toContain('/desk');
  });

  it('sends the certifications link of mainland China to the external page', () => {
    expect(links({})).toContain('/certifications');
    expect(links({ host: 'bluewater.example.cn' })).toContain(brand.mainlandChina.eCards);
    expect(links({ host: 'portal.bluewater.example.cn' })).not.toContain('/certifications');
    expect(links({ host: 'notbluewater.example.cn.evil.example' })).toContain('/certifications');
  });
});
