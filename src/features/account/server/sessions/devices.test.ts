import { expect, it } from 'vitest';
import { describeDevice } from './devices.ts';

const safari = 'Version/17.4 Mobile/15E148 Safari/604.1';

it.each([
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${safari}`,
    { browser: 'Safari', system: 'iOS', kind: 'phone' },
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${safari}`,
    { browser: 'Safari', system: 'iOS', kind: 'tablet' },
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
    { browser: 'Firefox', system: 'Linux', kind: 'computer' },
  ],
  ['', { browser: null, system: null, kind: 'other' }],
  ['curl/8', { browser: null, system: null, kind: 'other' }],
])('describeDevice recognizes “%s”', (userAgent, device) => {
  expect(describeDevice(userAgent)).toEqual(device);
});

it('describeDevice truncates long names', () => {
  const { browser } = describeDevice(`${'x'.repeat(200)}/1.0 (${'y'.repeat(50)})`);
  expect((browser ?? '').length).toBeLessThanOrEqual(60);
});
