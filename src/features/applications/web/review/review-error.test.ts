import { expect, it } from 'vitest';
import { classifyReviewError } from './review-error.ts';

const classify = (status: number, code: string) =>
  classifyReviewError({ status, code, entries: [{ code, message: code }] }, { recommendation: 'A calm diver.' }).kind;

it("drops the instructor's changes only when they no longer hold the application", () => {
  expect(classify(409, 'applications.out_of_turn')).toBe('drop');
  expect(classify(404, 'not_found')).toBe('gone');
  for (const [status, code] of [
    [400, 'request.invalid'],
    [403, 'access.denied'],
    [413, 'request.too_large'],
    [422, 'applications.unknown_field'],
  ] as const)
    expect(classify(status, code)).toBe('hold');
  for (const status of [0, 401, 429, 503]) expect(classify(status, 'server.failed')).toBe('later');
});
