import { expect, it } from 'vitest';
import { isSameSite } from './same-site.ts';

it.each([
  ['portal.example', 'portal.example'],
  ['portal.example', 'content.portal.example'],
  ['content.portal.example', 'portal.example'],
  ['portal.divers.example', 'content.divers.example'],
  ['a.b.divers.co.uk', 'content.divers.co.uk'],
  ['divers.co.uk', 'content.divers.co.uk'],
  ['localhost', 'content.localhost'],
  ['10.0.0.1', '10.0.0.1'],
])('%s and %s are one site', (host, other) => {
  expect(isSameSite(host, other)).toBe(true);
});

it.each([
  ['portal.example', 'portal-courses.example'],
  ['portal.divers.example', 'content.divers-courses.example'],
  ['divers.co.uk', 'courses.co.uk'],
  ['notdivers.example', 'divers.example'],
  ['localhost', '127.0.0.1'],
  ['10.0.0.1', '10.0.0.2'],
  ['[::1]', 'localhost'],
])('%s and %s are two sites', (host, other) => {
  expect(isSameSite(host, other)).toBe(false);
});
