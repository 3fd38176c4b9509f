import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { readEnv, SettingError } from './env.ts';
import { assertSecureSettings, listInsecureSettings } from './insecure-settings.ts';

const folder = await createTemporaryFolder();
const safe = {
  NODE_ENV: 'production',
  DATA_DIR: folder,
  BASE_URL: 'https://portal.example',
  CONTENT_ORIGIN: 'https://portal-courses.example',
  SECRET_KEY: 'q8Zr2LwXk0sVn5TfYb7Hc3Jd9MgPe4Ua',
  SMTP_URL: 'smtps://user:hunter2@mail.example',
};
const read = (changes: Record<string, string | undefined> = {}) => readEnv({ ...safe, ...changes });

describe('listInsecureSettings in production', () => {
  it('returns nothing for secure settings', () => {
    expect(listInsecureSettings(read())).toEqual([]);
  });

  it.each([
    ['an http address', { BASE_URL: 'http://portal.example' }, 'BASE_URL=http://portal.example: '],
    [
      'a content host below the portal',
      { CONTENT_ORIGIN: undefined },
      'CONTENT_ORIGIN=https://content.portal.example: must be on another registered domain',
    ],
    [
      'a content host beside the portal',
      { BASE_URL: 'https://portal.divers.example', CONTENT_ORIGIN: 'https://courses.divers.example' },
      'CONTENT_ORIGIN=https://courses.divers.example: must be on another registered domain',
    ],
    ['an http account service', { OIDC_ISSUER: 'http://sso.example/issuer' }, 'OIDC_ISSUER=http://sso.example: '],
    [
      'an http file store',
      { S3_ENDPOINT: 'http://user:hunter2@s3.example:9000' },
      'S3_ENDPOINT=http://s3.example:9000: ',
    ],
    [
      'an http queue',
      { SYNC_QUEUE_URL: 'http://queue.example/phones', SYNC_QUEUE_API_KEY: 'k8Zr2LwXk0sVn5Tf' },
      'SYNC_QUEUE_URL=http://queue.example: ',
    ],
    ['an http payment service', { STRIPE_API_URL: 'http://stripe.example' }, 'STRIPE_API_URL=http://stripe.example: '],
    [
      'an http collector',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel.example:4318' },
      'OTEL_EXPORTER_OTLP_ENDPOINT=http://otel.example:4318: ',
    ],
    ['the demo', { DEMO: 'true', PAYMENT_GATEWAY: 'none' }, 'DEMO=true: '],
    ['the test gateway', { PAYMENT_GATEWAY: 'test' }, 'PAYMENT_GATEWAY=test: '],
    ['a key of one letter', { SECRET_KEY: 'a'.repeat(40) }, 'SECRET_KEY: '],
    ['an older key of few letters', { SECRET_KEY: `${safe.SECRET_KEY},${'abc'.repeat(12)}` }, 'SECRET_KEY: '],
    ['a key that is mostly one letter', { SECRET_KEY: `${'a'.repeat(25)}bcdefgh` }, 'SECRET_KEY: '],
    ['the development web', { WEB_DEV: 'true' }, 'WEB_DEV=true: '],
    ['no mail server', { SMTP_URL: undefined }, 'SMTP_URL: '],
    ['mail without TLS', { SMTP_URL: 'smtp://user:hunter2@mail.example:587' }, 'SMTP_URL: '],
    [
      'mail that ignores TLS',
      { SMTP_URL: 'smtp://user:hunter2@mail.example?requireTLS=true&ignoreTLS=true' },
      'SMTP_URL: ',
    ],
  ])('reports %s', (_name, changes, start) => {
    const findings = listInsecureSettings(read(changes));
    expect(findings.filter((line) => line.startsWith(start))).toHaveLength(1);
    expect(findings.join()).not.toContain('hunter2');
    const warnings: string[] = [];
    expect(() => assertSecureSettings(read(changes), (line) => void warnings.push(line))).toThrow(SettingError);
    assertSecureSettings(read({ ...changes, ALLOW_INSECURE: 'true' }), (line) => void warnings.push(line));
    expect(warnings).toEqual(findings.map((finding) => `warning: insecure setting in production: ${finding}`));
  });

  it.each(['smtp://localhost:25', 'smtp://127.0.0.1', 'smtp://[::1]:2525', 'smtp://mail.example?requireTLS=true'])(
    'accepts mail by %s',
    (url) => {
      expect(listInsecureSettings(read({ SMTP_URL: url }))).toEqual([]);
    },
  );

  it('accepts http addresses of this machine', () => {
    const local = { S3_ENDPOINT: 'http://localhost:9000', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
    expect(listInsecureSettings(read(local))).toEqual([]);
  });

  it('returns nothing outside production', () => {
    const findings = listInsecureSettings(readEnv({ DATA_DIR: folder, DEMO: 'true', SECRET_KEY: 'a'.repeat(40) }));
    expect(findings).toEqual([]);
  });
});
