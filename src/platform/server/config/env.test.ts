import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { readEnv, SettingError } from './env.ts';

const folder = await createTemporaryFolder();
const secret = 'only-for-tests-only-for-tests-only-for-tests';
const read = (settings: Record<string, string | undefined> = {}) =>
  readEnv({ DATA_DIR: folder, SECRET_KEY: secret, ...settings });

/** The message of a SettingError, or `none`. Other errors are rethrown. */
function getSettingError(settings: Record<string, string>): string {
  try {
    read(settings);
    return 'none';
  } catch (error) {
    if (error instanceof SettingError) return error.message;
    throw error;
  }
}

describe('readEnv', () => {
  it('has a default for every setting', () => {
    expect(read()).toMatchObject({
      NODE_ENV: 'development',
      PORT: 3000,
      HOST: 'localhost',
      BASE_URL: 'http://localhost:3000',
      DEMO: true,
      isProduction: false,
    });
  });

  it('treats an empty value as unset and ignores unknown variables', () => {
    expect(read({ PORT: '', BASE_URL: '', SHELL: '/bin/sh' })).toEqual(read());
  });

  it('defaults to the test gateway except in production', () => {
    const production = { NODE_ENV: 'production', BASE_URL: 'https://portal.example' };
    const gatewayOf = (settings: Record<string, string>) => read(settings).PAYMENT_GATEWAY;
    expect([gatewayOf({}), gatewayOf({ DEMO: 'false' }), gatewayOf({ ...production, DEMO: 'true' })]).toEqual(
      Array(3).fill('test'),
    );
    expect(gatewayOf(production)).toBe('none');
    expect(gatewayOf({ ...production, PAYMENT_GATEWAY: 'test' })).toBe('test');
    expect(getSettingError({ PAYMENT_GATEWAY: 'cash' })).toMatch(/^PAYMENT_GATEWAY=cash: /);
  });

  it('requires the Stripe keys and never repeats them in errors', () => {
    const stripe = {
      PAYMENT_GATEWAY: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_hunter2',
      STRIPE_WEBHOOK_SECRET: 'whsec_hunter2',
    };
    expect(read(stripe)).toMatchObject(stripe);
    expect(read({ ...stripe, STRIPE_SECRET_KEY: 'rk_live_hunter2' }).STRIPE_SECRET_KEY).toBe('rk_live_hunter2');
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']) {
      expect(getSettingError({ ...stripe, [name]: '' })).toBe(`${name}: must be set when PAYMENT_GATEWAY is stripe`);
      for (const wrong of ['pk_live_hunter2', 'hunter2', 'sk_ whsec_ hunter2'])
        expect(getSettingError({ ...stripe, [name]: wrong })).toMatch(new RegExp(`^${name}: must be (?!.*hunter2)`));
    }
    expect(getSettingError({ ...stripe, STRIPE_API_URL: 'https://api.stripe.com/v1' })).toMatch(
      /^STRIPE_API_URL=.*: must be/,
    );
    expect(read({ ...stripe, PAYMENT_GATEWAY: 'none', STRIPE_SECRET_KEY: '' }).PAYMENT_GATEWAY).toBe('none');
  });

  it('rejects an incomplete group of settings', () => {
    const google = { GOOGLE_WALLET_ISSUER: '3388', GOOGLE_WALLET_KEY_FILE: 'key.json' };
    expect(read(google)).toMatchObject(google);
    expect(getSettingError({ GOOGLE_WALLET_ISSUER: '3388' })).toBe(
      'GOOGLE_WALLET_KEY_FILE: must be set when GOOGLE_WALLET_ISSUER is',
    );
    expect(getSettingError({ DOCUMENT_KEY_FILE: 'key.pem' })).toBe(
      'DOCUMENT_CERTIFICATE_FILE: must be set when DOCUMENT_KEY_FILE is',
    );
    expect(getSettingError({ APPLE_PASS_TEAM: 'TEAM' })).toBe('APPLE_PASS_TYPE: must be set when APPLE_PASS_TEAM is');
    expect(getSettingError({ APPLE_PASS_TYPE: 'card' })).toMatch(/^APPLE_PASS_TYPE=card: must be a pass type/);
  });

  it('derives BASE_URL from the port and drops a trailing slash', () => {
    expect(read({ PORT: '4000' }).BASE_URL).toBe('http://localhost:4000');
    expect(read({ PORT: '80' }).BASE_URL).toBe('http://localhost');
    expect(read({ BASE_URL: 'https://portal.example/' }).BASE_URL).toBe('https://portal.example');
  });

  it.each([
    'https://Portal.Example',
    'https://portal.example:443',
    'HTTPS://portal.example/',
    ' https://portal.example',
  ])('normalizes %s like the Origin header', (address) => {
    expect(read({ BASE_URL: address }).BASE_URL).toBe('https://portal.example');
  });

  it.each([
    ['http://localhost:4000', 'http://127.0.0.1:4000'],
    ['http://127.0.0.1:4000', 'http://localhost:4000'],
    ['http://[::1]:4000', 'http://localhost:4000'],
    ['https://portal.example', 'https://content.portal.example'],
    ['https://portal.example:8443', 'https://content.portal.example:8443'],
  ])('serves third-party content of %s from %s', (base, content) => {
    expect(read({ BASE_URL: base }).CONTENT_ORIGIN).toBe(content);
  });

  it('rejects a CONTENT_ORIGIN on the host of BASE_URL', () => {
    const base = { BASE_URL: 'https://portal.example' };
    expect(read({ ...base, CONTENT_ORIGIN: 'https://Courses.example/' }).CONTENT_ORIGIN).toBe(
      'https://courses.example',
    );
    for (const origin of ['https://portal.example', 'https://PORTAL.example:8443', 'http://portal.example'])
      expect(getSettingError({ ...base, CONTENT_ORIGIN: origin })).toMatch(
        /^CONTENT_ORIGIN=.*: must be on another host/,
      );
    expect(getSettingError({ BASE_URL: 'http://10.0.0.1:3000' })).toMatch(/^BASE_URL=.*CONTENT_ORIGIN must be set$/);
    expect(getSettingError({ BASE_URL: 'http://[2001:db8::1]' })).toMatch(/^BASE_URL=.*CONTENT_ORIGIN must be set$/);
    const own = { BASE_URL: 'http://10.0.0.1', CONTENT_ORIGIN: 'http://10.0.0.2' };
    expect(read(own).CONTENT_ORIGIN).toBe('http://10.0.0.2');
  });

  it('accepts only proxies that Fastify accepts', () => {
    const proxies = '10.0.0.1, 10.1.0.0/16 ,2001:db8::/32,::1,loopback';
    expect(read({ TRUST_PROXY: proxies }).TRUST_PROXY).toBe('10.0.0.1,10.1.0.0/16,2001:db8::/32,::1,loopback');
    const octet = fc.integer({ min: 0, max: 300 }).map(String);
    const piece = fc.oneof(octet, fc.constantFrom('.', ':', '::', '/', ',', ' ', '%', 'ffff', 'loopback', '0x1'));
    const list = fc.oneof(
      fc.array(piece, { minLength: 1, maxLength: 9 }).map((pieces) => pieces.join('')),
      fc.tuple(fc.ipV4(), fc.integer({ min: -1, max: 40 })).map((network) => network.join('/')),
      fc.tuple(fc.ipV6(), fc.integer({ min: -1, max: 140 })).map((network) => network.join('/')),
    );
    fc.assert(
      fc.property(list, (value) => {
        fc.pre(getSettingError({ TRUST_PROXY: value }) === 'none');
        const trustProxy = read({ TRUST_PROXY: value }).TRUST_PROXY?.split(',') ?? false;
        expect(() => Fastify({ trustProxy })).not.toThrow();
      }),
      { numRuns: 1_000, maxSkipsPerRun: 1_000 },
    );
  });

  it('disables the demo and requires BASE_URL and SECRET_KEY in production', () => {
    const production = { NODE_ENV: 'production', BASE_URL: 'https://portal.example' };
    expect(read(production)).toMatchObject({ DEMO: false, HOST: '0.0.0.0', isProduction: true });
    expect(() => read({ ...production, SECRET_KEY: undefined })).toThrow(/^SECRET_KEY: must be set in production/);
    expect(() => read({ ...production, BASE_URL: undefined })).toThrow(/^BASE_URL: must be set in production$/);
  });

  it('requires the key of an external queue and derives the key of the built-in one', () => {
    const queue = { SYNC_QUEUE_URL: 'https://queue.example/phones' };
    expect(() => read(queue)).toThrow(/^SYNC_QUEUE_API_KEY: must be set when SYNC_QUEUE_URL is$/);
    expect(read({ ...queue, SYNC_QUEUE_API_KEY: 'a-key-of-the-queue' })).toMatchObject(queue);
    expect(read({}).SYNC_QUEUE_API_KEY).toBe(read({}).SYNC_QUEUE_API_KEY);
    expect(read({}).SYNC_QUEUE_API_KEY).toHaveLength(43);
  });

  it('accepts several secrets, newest first, each at least 32 characters long', () => {
    const older = 'an-older-secret-an-older-secret-an-older';
    expect(read({ SECRET_KEY: `${secret},${older}` }).SECRET_KEYS).toEqual([secret, older]);
    expect(() => read({ SECRET_KEY: `${secret},short` })).toThrow(/^SECRET_KEY: each key must have at least 32/);
  });
});

describe('an invalid setting', () => {
  it.each([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['BASE_URL', 'ftp://x'],
    ['BASE_URL', 'portal.example'],
    ['BASE_URL', 'https://portal.example/path'],
    ['BASE_URL', 'https://portal.example/?a=b'],
    ['BASE_URL', 'https://portal.example#top'],
    ['BASE_URL', 'https://ada@portal.example'],
    ['CONTENT_ORIGIN', 'https://courses.example/path'],
    ['TRUST_PROXY', 'proxy.example'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '2001:db8::/129'],
    ['TRUST_PROXY', 'fe80::1%eth0'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_DIRECT_URL', 'mysql://localhost/x'],
    ['DATABASE_REPLICA_URL', 'mysql://localhost/x'],
    ['DATABASE_STATEMENTS', 'prepared'],
    ['SECRET_KEY', 'short'],
    ['SERVE', 'everything'],
    ['DEMO', 'yes'],
    ['NODE_ENV', 'prod'],
    ['SMTP_URL', 'https://mail.example'],
    ['METRICS_TOKEN', 'short'],
    ['SYNC_QUEUE_URL', 'amqp://queue.example'],
    ['SYNC_QUEUE_API_KEY', 'short'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s throws one line that names the setting', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(SettingError);
    expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name}\\b.*$`));
  });

  it.each([
    [{ DATABASE_DIRECT_URL: 'postgres://db/x' }, 'DATABASE_URL: must be set when DATABASE_DIRECT_URL is'],
    [{ DATABASE_REPLICA_URL: 'postgres://db/x' }, 'DATABASE_URL: must be set when DATABASE_REPLICA_URL is'],
    [{ SERVE: 'files' }, 'SIGNED_FILES: must be true when SERVE is files'],
  ])('%o needs another setting', (settings, message) => {
    expect(getSettingError(settings)).toBe(message);
  });

  it('throws a one-line SettingError for any value', () => {
    const names = [
      'PORT',
      'BASE_URL',
      'CONTENT_ORIGIN',
      'DATABASE_URL',
      'SECRET_KEY',
      'DEMO',
      'SERVE',
      'SESSION_IDLE_MIN',
      'SMTP_URL',
      'TRUST_PROXY',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.string(), (name, value) => {
        expect(getSettingError({ [name]: value })).toMatch(new RegExp(`^(none|${name}\\b[^\n]*)$`));
      }),
    );
  });

  it('is quoted unless it may hold a secret', () => {
    expect(getSettingError({ SECRET_KEY: 'hunter2' })).toBe('SECRET_KEY: must have at least 32 characters');
    expect(getSettingError({ METRICS_TOKEN: 'hunter2' })).toMatch(/^METRICS_TOKEN: must/);
    expect(getSettingError({ OIDC_CLIENT_SECRET: 'hunter2' })).toMatch(/^OIDC_CLIENT_SECRET: must/);
    expect(getSettingError({ DATABASE_URL: 'mysql://u:hunter2@db/x' })).toMatch(/^DATABASE_URL: must/);
    expect(getSettingError({ DATABASE_REPLICA_URL: 'mysql://u:hunter2@db/x' })).toMatch(/^DATABASE_REPLICA_URL: must/);
    expect(getSettingError({ BASE_URL: 'ftp://x' })).toMatch(/^BASE_URL=ftp:\/\/x: must/);
    expect(getSettingError({ BASE_URL: 'https://ada:hunter2@portal.example' })).toMatch(/^BASE_URL: must/);
    expect(getSettingError({ SMTP_URL: 'http://u:hunter2@mail.example' })).toMatch(/^SMTP_URL: must/);
  });
});

describe('the generated secret', () => {
  it('is created once, readable by its owner only, in the data folder', () => {
    const dataDir = join(folder, 'fresh');
    const [first] = readEnv({ DATA_DIR: dataDir }).SECRET_KEYS;
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
    expect(readEnv({ DATA_DIR: dataDir }).SECRET_KEYS).toEqual([first]);
    expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(first);
  });

  it('is not created when SECRET_KEY is set', () => {
    const dataDir = join(folder, 'untouched');
    readEnv({ DATA_DIR: dataDir, SECRET_KEY: secret });
    expect(existsSync(dataDir)).toBe(false);
  });

  it('reports a data folder that cannot be written in one line', () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    expect(() => readEnv({ DATA_DIR: join(file, 'data') })).toThrow(/^DATA_DIR=.*a-file.*: cannot be written \(.*\)$/);
  });
});
