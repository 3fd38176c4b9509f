import { describe, expect, it } from 'vitest';
import bluewater from '../../../../brand/bluewater.json' with { type: 'json' };
import { Brand } from '#platform/shared/brand.ts';
import { type NavigationContext, findCurrentItem, getNavigation } from './navigation.ts';

const brand = Brand.parse(bluewater);
const context: NavigationContext = {
  brand,
  host: 'portal.bluewater.example',
  role: 'diver',
  isTeaching: false,
  hasEntitlements: false,
};
const portalGroups = [
  'shell.nav.home',
  'shell.nav.myProfile',
  'shell.nav.shop',
  'shell.nav.tools',
  'shell.nav.support',
];
const links = (overrides: Partial<NavigationContext>) =>
  getNavigation({ ...context, ...overrides }).flatMap((group) => group.items.map((item) => item.href));

describe('getNavigation', () => {
  it.each([
    ['diver', false, []],
    ['professional', true, ['shell.nav.work']],
    ['professional', false, ['shell.nav.work']],
    ['store', false, ['shell.nav.work']],
    ['staff', false, ['shell.nav.desk']],
  ] as const)('returns a %s’s work and then the groups of the specification', (role, isTeaching, work) => {
    const groups = getNavigation({ ...context, role, isTeaching });
    expect(groups.map(({ label }) => label)).toEqual([...work, ...portalGroups]);
    const isEverywhere = (href: string) => !href.startsWith('/training/my-') && href !== '/training/performance';
    const portalLinks = groups.slice(work.length).flatMap(({ items }) => items.map(({ href }) => href));
    expect(portalLinks.filter(isEverywhere)).toEqual(links({}));
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
    ['professional', true, 'students board verify boat guests codes applications'],
    // Only instructors have students, verify dives and review applications.
    ['professional', false, 'board boat guests codes'],
    ['store', false, 'students board boat guests codes applications'],
    ['staff', false, 'applications photos people orders audit'],
  ] as const)('starts with the pages of a %s who teaches: %s', (role, isTeaching, names) => {
    const [work] = getNavigation({ ...context, role, isTeaching });
    const labels = work?.items.map(({ label }) => label.replace('shell.nav.', '')) ?? [];
    expect(labels.filter((label) => label !== 'pro').join(' ')).toBe(names);
  });

  it.each([
    ['/pro', '', '/pro'],
    ['/pro/class', '?show=ready', '/pro/class'],
    ['/logbook/verification', '', '/logbook/verification'],
    ['/logbook/dive/1', '', '/logbook'],
    ['/training/forms-applications', '?tab=guests', '/training/forms-applications?tab=guests'],
    ['/training/forms-applications', '', '/training/forms-applications'],
    ['/training/forms-applications/1', '?tab=guests', '/training/forms-applications'],
    ['/training/medical-form', '', '/training/forms-applications'],
    ['/family', '', undefined],
  ])('marks one link as current: %s%s', (pathname, search, expected) => {
    const groups = getNavigation({ ...context, role: 'professional', isTeaching: true });
    expect(findCurrentItem(groups, pathname, search)?.href).toBe(expected);
  });

  it('links mainland China hosts to the external certifications page', () => {
    expect(links({})).toContain('/certifications');
    expect(links({ host: 'bluewater.example.cn' })).toContain(brand.mainlandChina.eCards);
    expect(links({ host: 'portal.bluewater.example.cn' })).not.toContain('/certifications');
    expect(links({ host: 'notbluewater.example.cn.evil.example' })).toContain('/certifications');
  });
});
