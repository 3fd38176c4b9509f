import type { PageOptions } from '#platform/testing/browser.ts';
import type { PageWeight } from './measure-page.ts';

const kilobyte = 1_024;

export const measuredPhone: PageOptions = {
  width: 412,
  height: 823,
  hasTouch: true,
  isUntouched: true,
  isLeftBehind: true,
};

/** The most that a page may load before interaction, over the wire, with a cold cache. */
export type PageBudget = Omit<PageWeight, 'dataBytes' | 'cls'>;

/** What shifts depends on when things arrive, so it is measured by the slow tests only. */
export const maxLayoutShift = 0.02;

const usual: PageBudget = {
  scriptBytes: 162 * kilobyte,
  scriptFiles: 8,
  cssBytes: 20 * kilobyte,
  requests: 25,
  apiCalls: 1,
};
/** Pages that people open first. React, queries, react-intl and what links need of the router take 87 KB. */
const entry: PageBudget = { ...usual, scriptBytes: 126 * kilobyte };

export interface MeasuredScreen {
  name: string;
  /** The email of a demo account. */
  signedInAs?: string;
  path: string;
  /** The screen is the first link with this prefix on the page at `path`. */
  linkPrefix?: string;
  budget: PageBudget;
}

const diver = 'diver@demo.test';

export const measuredScreens: readonly MeasuredScreen[] = [
  { name: 'sign-in', path: '/login/sign-in', budget: entry },
  { name: 'verify', path: '/verify', budget: entry },
  {
    name: 'dashboard',
    signedInAs: diver,
    path: '/training/dashboard',
    budget: { ...entry, scriptBytes: 130 * kilobyte },
  },
  { name: 'logbook', signedInAs: diver, path: '/logbook/list', budget: usual },
  { name: 'dive', signedInAs: diver, path: '/logbook/list', linkPrefix: '/logbook/dive/', budget: usual },
  { name: 'certifications', signedInAs: diver, path: '/certifications/list', budget: usual },
  { name: 'shop', signedInAs: diver, path: '/training/shop', budget: usual },
  { name: 'forms', signedInAs: diver, path: '/training/forms-applications', budget: usual },
  {
    name: 'lesson',
    signedInAs: 'student@demo.test',
    path: '/training/dashboard',
    linkPrefix: '/training/content/',
    budget: usual,
  },
  { name: 'class board', signedInAs: 'instructor@demo.test', path: '/pro/class', budget: usual },
];

/** Languages whose messages are the largest, besides English. They have the same budgets. */
export const largeLanguages = ['el-GR', 'ru-RU', 'ar-SA'] as const;
