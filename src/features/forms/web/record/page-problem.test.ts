import { expect, it } from 'vitest';
import { findPageProblem } from './page-problem.ts';

it.each([
  ['a PDF', { type: 'application/pdf', size: 80_000 }, null],
  ['a photo', { type: 'image/jpeg', size: 10 * 1024 * 1024 }, null],
  ['a text', { type: 'text/plain', size: 100 }, 'error.forms.page_type'],
  ['an empty file', { type: 'image/png', size: 0 }, 'error.forms.page_damaged'],
  ['more than 10 MB', { type: 'image/png', size: 10 * 1024 * 1024 + 1 }, 'forms.page.too_large'],
])('findPageProblem checks %s before the upload', (_what, file, problem) => {
  expect(findPageProblem(file)).toBe(problem);
});
