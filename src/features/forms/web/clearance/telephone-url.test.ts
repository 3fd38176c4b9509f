import { expect, it } from 'vitest';
import { telephoneUrl } from './telephone-url.ts';

it.each([
  ['+27 21 555 01 42', 'tel:+27215550142'],
  ['(030) 123-456', 'tel:030123456'],
  ['020 7946 0000 ext 12', 'tel:02079460000'],
  ['+٩٦٦ ١١ ٥٥٥', 'tel:+96611555'],
])('telephoneUrl converts %s to %s', (phone, url) => {
  expect(telephoneUrl(phone)).toBe(url);
});
