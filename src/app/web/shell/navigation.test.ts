import { describe, expect, it } from 'vitest';
import bluewater from '../../../../brand/bluewater.json' with { type: 'json' };
import { Brand } from '#platform/shared/brand.ts';
import { type NavigationContext, getNavigation } from './navigation.ts';

const brand = Brand.parse(bluewater);
const context: NavigationContext = { brand, host: 'portal.bluewater.example', role: 'diver', hasEntitlements: false };
const links = (overrides: Partial<NavigationContext>) =>
  getNavigation({ ...context, ...overrides }).flatMap((group) => group.items.map((item) => item.href));

describe('getNavigation', () => {
  it('returns the groups in the order of the specification', () => {
    expect(getNavigation(context).map((group) => group.label)).toEqual([
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
    // Professionals always see their courses, with or without an open one.
    ['professional', false, true],
    ['professional', true, true],
    ['store', false, false],
    ['store', true, true],
    ['staff', false, false],
    ['staff', true, true],
  ] as const)(
    'shows My courses and Performance for professionals and with entitlements: %s, entitled %s',
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
  ] as const)('links a %s to their work pages', (role, expected) => {
    expect(links({ role }).filter((href) => href === '/pro' || href === '/desk')).toEqual(expected);
  });

  it('links mainland China hosts to the external certifications page', () => {
    expect(links({})).toContain('/certifications');
    expect(links({ host: 'bluewater.example.cn' })).toContain(brand.mainlandChina.eCards);
    expect(links({ host: 'portal.bluewater.example.cn' })).not.toContain('/certifications');
    expect(links({ host: 'notbluewater.example.cn.evil.example' })).toContain('/certifications');
  });
});
