import { describe, expect, it } from 'vitest';
import bluewater from '../../../../brand/bluewater.json' with { type: 'json' };
import { Brand } from '#platform/shared/brand.ts';
import { type NavigationContext, getNavigation } from './navigation.ts';

const brand = Brand.parse(bluewater);
const facts: NavigationContext = { brand, host: 'portal.bluewater.example', role: 'diver', hasEntitlements: false };
const links = (given: Partial<NavigationContext>) =>
  getNavigation({ ...facts, ...given }).flatMap((group) => group.items.map((item) => item.href));

describe('the sidebar', () => {
  it('has the groups of the specification in their order', () => {
    expect(getNavigation(facts).map((group) => group.label)).toEqual([
      'shell.nav.home',
      'shell.nav.myProfile',
      'shell.nav.shop',
      'shell.nav.tools',
      'shell.nav.support',
    ]);
  });

  it.each([
    ['diver', false, false],
    ['diver', true, true],
    // A professional's journey leads through their courses, whether or not one of them is open to them now.
    ['professional', false, true],
    ['professional', true, true],
    ['store', false, false],
    ['store', true, true],
    ['staff', false, false],
    ['staff', true, true],
  ] as const)(
    'has My courses and Performance only with a journey or entitlements: %s, entitled %s',
    (role, hasEntitlements, isShown) => {
      const shown = links({ role, hasEntitlements });
      expect(shown.includes('/training/my-courses')).toBe(isShown);
      expect(shown.includes('/training/performance')).toBe(isShown);
    },
  );

  it.each([
    ['diver', []],
    ['professional', ['/pro']],
    ['store', ['/pro']],
    ['staff', ['/desk']],
  ] as const)('leads a %s to where they work', (role, expected) => {
    expect(links({ role }).filter((href) => href === '/pro' || href === '/desk')).toEqual(expected);
  });

  it('sends the certifications link of mainland China to the external page', () => {
    expect(links({})).toContain('/certifications');
    expect(links({ host: 'bluewater.example.cn' })).toContain(brand.mainlandChina.eCards);
    expect(links({ host: 'portal.bluewater.example.cn' })).not.toContain('/certifications');
    expect(links({ host: 'notbluewater.example.cn.evil.example' })).toContain('/certifications');
  });
});
