import { expect, it } from 'vitest';
import { createRenderLimit } from './render-limit.ts';

it('lets a network have a tenth of its requests as rendered pages', () => {
  const mayRender = createRenderLimit({ isOverloaded: () => false }, { RATE_LIMIT_PER_MIN: 25 });
  const ask = (ip: string) => Array.from({ length: 5 }, () => mayRender({ ip }));
  expect(ask('192.0.2.1')).toEqual([true, true, true, false, false]);
  expect(ask('192.0.2.2')).toEqual([true, true, true, false, false]);
});

it('renders nothing while the server is overloaded', () => {
  let isOverloaded = true;
  const mayRender = createRenderLimit({ isOverloaded: () => isOverloaded }, { RATE_LIMIT_PER_MIN: 100 });
  expect(mayRender({ ip: '192.0.2.1' })).toBe(false);
  isOverloaded = false;
  expect(mayRender({ ip: '192.0.2.1' })).toBe(true);
});
