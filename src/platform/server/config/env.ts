import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { deriveKey } from '#platform/server/crypto/secrets.ts';

const booleanSetting = (fallback: boolean) =>
  z
    .enum(['true', 'false'])
    .optional()
    .transform((value) => (value === undefined ? fallback : value === 'true'));
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const bareHttpUrl = httpUrl.refine((value) => {
  const url = URL.parse(value);
  return url?.href === `${url?.origin}/`;
}, 'must be like https://portal.example, without a path, query, hash or user');
const proxyList = z
  .string()
  .transform((value) => value.split(',').map((proxy) => proxy.trim()))
  .refine(
    (proxies) => proxies.every(isTrustedProxyEntry),
    'must be addresses or networks, such as 10.0.0.1,10.1.0.0/16',
  )
  .transform((proxies) => proxies.join(','));
const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must look like postgres://user:password@host/database',
});
const wholeNumber = (min: number, max: number, fallback: number) =>
  z.coerce
    .number(`must be a whole number from ${min} to ${max}`)
    .int(`must be a whole number from ${min} to ${max}`)
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
    .default(fallback);

/** Every setting of the product. Settings that are not listed here are ignored. */
const EnvSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: wholeNumber(0, 65_535, 3000),
  HOST: z.string().min(1).optional(),
  BASE_URL: bareHttpUrl.optional(),
  CONTENT_ORIGIN: bareHttpUrl.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: postgresUrl.optional(),
  // The address without the pooler. DATABASE_URL is then a pooler in transaction mode.
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  DATABASE_STATEMENTS: z.enum(['named', 'unnamed']).default('named'),
  DATABASE_POOL: wholeNumber(2, 200, 10),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  SERVE: z.enum(['all', 'portal', 'sso', 'files']).default('all'),
  DEMO: z.enum(['true', 'false']).optional(),
  PAYMENT_GATEWAY: z.enum(['test', 'stripe', 'none']).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_\S+$/, 'must be a secret or restricted key, which begins with sk_ or rk_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must be the signing secret of the webhook, which begins with whsec_')
    .optional(),
  STRIPE_API_URL: bareHttpUrl.optional(),
  // The path of the demo brand does not depend on the working directory.
  BRAND_FILE: z
    .string()
    .min(1)
    .default(join(import.meta.dirname, '../../../../brand/bluewater.json')),
  // Tax rates by country.
  TAX_FILE: z
    .string()
    .min(1)
    .default(join(import.meta.dirname, '../../../../content/shop/taxes.json')),
  OIDC_ISSUER: httpUrl.optional(),
  OIDC_CLIENT_ID: z.string().min(1).default('portal'),
  OIDC_CLIENT_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  OIDC_CLIENTS_FILE: z.string().min(1).optional(),
  SESSION_IDLE_MIN: wholeNumber(1, 43_200, 1_440),
  SESSION_MAX_HOURS: wholeNumber(1, 8_760, 720),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@host:587' }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  // Photos are delivered from signed addresses, which a proxy may cache.
  SIGNED_FILES: booleanSetting(false),
  S3_BUCKET: z.string().min(1).optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  BACKUP_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  BACKUP_KEY_FILE: z.string().min(1).optional(),
  SYNC_QUEUE_URL: httpUrl.optional(),
  SYNC_QUEUE_API_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  APPLE_PASS_TYPE: z
    .string()
    .startsWith('pass.', 'must be a pass type identifier, such as pass.example.card')
    .optional(),
  APPLE_PASS_TEAM: z.string().min(1).optional(),
  APPLE_PASS_CERTIFICATE_FILE: z.string().min(1).optional(),
  APPLE_PASS_KEY_FILE: z.string().min(1).optional(),
  APPLE_PASS_KEY_SECRET: z.string().min(1).optional(),
  APPLE_WWDR_CERTIFICATE_FILE: z.string().min(1).optional(),
  GOOGLE_WALLET_ISSUER: z.string().min(1).optional(),
  GOOGLE_WALLET_KEY_FILE: z.string().min(1).optional(),
  DOCUMENT_CERTIFICATE_FILE: z.string().min(1).optional(),
  DOCUMENT_KEY_FILE: z.string().min(1).optional(),
  TRUST_PROXY: proxyList.optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  RATE_LIMIT_PER_MIN: wholeNumber(1, 10_000_000, 1_200),
  LOOP_DELAY_LIMIT_MS: wholeNumber(0, 60_000, 500),
  WEB_DEV: booleanSetting(false),
  // Starts in production despite insecure settings, with a warning for each of them.
  ALLOW_INSECURE: booleanSetting(false),
  // The client id of notification-only clients. Not a secret; see docs/decisions/033-platform-security.md.
  NOTIFICATION_CLIENT_ID: z
    .string()
    .regex(/^[\w.-]{3,64}$/, 'must be 3 to 64 letters, digits, dots, dashes or underscores')
    .default('notifications'),
});

export type Env = Omit<
  z.output<typeof EnvSchema>,
  | 'BASE_URL'
  | 'CONTENT_ORIGIN'
  | 'HOST'
  | 'DEMO'
  | 'PAYMENT_GATEWAY'
  | 'SECRET_KEY'
  | 'MAIL_FROM'
  | 'LOG_LEVEL'
  | 'SYNC_QUEUE_API_KEY'
> & {
  LOG_LEVEL: string;
  BASE_URL: string;
  /** Third-party content is served from this separate host, so it never receives our session cookies. */
  CONTENT_ORIGIN: string;
  HOST: string;
  DEMO: boolean;
  /** The payment provider. The test gateway moves no money. */
  PAYMENT_GATEWAY: 'test' | 'stripe' | 'none';
  /** Newest first. The first key signs and encrypts; all keys verify and decrypt. */
  SECRET_KEYS: [string, ...string[]];
  MAIL_FROM: string;
  SYNC_QUEUE_API_KEY: string;
  isProduction: boolean;
};

const secretSettingPattern = /_(KEY|SECRET|TOKEN)$|^(DATABASE(_\w+)?|SMTP)_URL$/;

/** Settings that must be set together. */
const settingGroups = [
  [
    'APPLE_PASS_TYPE',
    'APPLE_PASS_TEAM',
    'APPLE_PASS_CERTIFICATE_FILE',
    'APPLE_PASS_KEY_FILE',
    'APPLE_WWDR_CERTIFICATE_FILE',
  ],
  ['GOOGLE_WALLET_ISSUER', 'GOOGLE_WALLET_KEY_FILE'],
  ['DOCUMENT_CERTIFICATE_FILE', 'DOCUMENT_KEY_FILE'],
] as const;

/** Its message is one line that names the setting and the problem. */
export class SettingError extends Error {}

export function readEnv(source: Record<string, string | undefined>): Env {
  const input = Object.fromEntries(
    Object.entries(source).filter(([name, value]) => name in EnvSchema.shape && value !== ''),
  );
  const parsed = EnvSchema.safeParse(input);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0]);
    // The message stays on one line and never repeats a value that may hold a secret.
    const value = String(input[name]).replaceAll(/\s+/g, ' ');
    const shown = secretSettingPattern.test(name) || value.includes('@') ? '' : `=${value}`;
    throw new SettingError(`${name}${shown}: ${issue?.message ?? 'is invalid'}`);
  }
  const settings = parsed.data;
  const isProduction = settings.NODE_ENV === 'production';
  const isDemo = settings.DEMO === undefined ? !isProduction : settings.DEMO === 'true';
  if (isProduction && !settings.BASE_URL) throw new SettingError('BASE_URL: must be set in production');
  if (isProduction && !settings.SECRET_KEY)
    throw new SettingError('SECRET_KEY: must be set in production, with at least 32 characters');
  if (settings.SYNC_QUEUE_URL && !settings.SYNC_QUEUE_API_KEY)
    throw new SettingError('SYNC_QUEUE_API_KEY: must be set when SYNC_QUEUE_URL is');
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const)
    if (settings[name] !== undefined && settings.DATABASE_URL === undefined)
      throw new SettingError(`DATABASE_URL: must be set when ${name} is`);
  if (settings.SERVE === 'files' && !settings.SIGNED_FILES)
    throw new SettingError('SIGNED_FILES: must be true when SERVE is files');
  if (settings.PAYMENT_GATEWAY === 'stripe')
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const)
      if (settings[name] === undefined) throw new SettingError(`${name}: must be set when PAYMENT_GATEWAY is stripe`);
  for (const group of settingGroups) {
    const present = group.find((name) => settings[name] !== undefined);
    const missing = group.find((name) => settings[name] === undefined);
    if (present !== undefined && missing !== undefined)
      throw new SettingError(`${missing}: must be set when ${present} is`);
  }
  // Normalized like the Origin header that browsers send, because the two are compared.
  const baseUrl = new URL(settings.BASE_URL ?? `http://localhost:${settings.PORT}`).origin;
  const dataDir = resolve(settings.DATA_DIR);
  const secretKeys = (settings.SECRET_KEY ?? loadOrCreateSecret(dataDir)).split(',');
  if (secretKeys.some((key) => key.length < 32))
    throw new SettingError('SECRET_KEY: each key must have at least 32 characters');
  return {
    ...settings,
    DATA_DIR: dataDir,
    BASE_URL: baseUrl,
    CONTENT_ORIGIN: resolveContentOrigin(settings.CONTENT_ORIGIN, new URL(baseUrl)),
    HOST: settings.HOST ?? (isProduction ? '0.0.0.0' : 'localhost'),
    DEMO: isDemo,
    PAYMENT_GATEWAY: settings.PAYMENT_GATEWAY ?? (isDemo || !isProduction ? 'test' : 'none'),
    SECRET_KEYS: secretKeys as [string, ...string[]],
    MAIL_FROM: settings.MAIL_FROM ?? `portal@${new URL(baseUrl).hostname}`,
    // The built-in queue derives its key, so every process of a cluster has the same one.
    SYNC_QUEUE_API_KEY:
      settings.SYNC_QUEUE_API_KEY ?? deriveKey(secretKeys[0] ?? '', 'sync-queue').toString('base64url'),
    LOG_LEVEL: settings.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    isProduction,
  };
}

const loopbackAliases: Readonly<Record<string, string>> = {
  localhost: '127.0.0.1',
  '127.0.0.1': 'localhost',
  '[::1]': 'localhost',
};

/**
 * The configured origin, else the other loopback name, else the subdomain `content`. Another port on the same host is
 * not enough, because cookies ignore ports.
 */
function resolveContentOrigin(configured: string | undefined, base: URL): string {
  if (configured !== undefined) {
    const url = new URL(configured);
    if (url.hostname === base.hostname)
      throw new SettingError(`CONTENT_ORIGIN=${configured}: must be on another host than BASE_URL`);
    return url.origin;
  }
  const other = loopbackAliases[base.hostname];
  const port = base.port === '' ? '' : `:${base.port}`;
  if (other !== undefined) return `${base.protocol}//${other}${port}`;
  if (isIP(base.hostname.replaceAll(/[[\]]/g, '')) !== 0)
    throw new SettingError(`BASE_URL=${base.origin}: is an IP address, so CONTENT_ORIGIN must be set`);
  return `${base.protocol}//content.${base.host}`;
}

/** Accepts exactly the entries that Fastify's `trustProxy` supports. */
function isTrustedProxyEntry(entry: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  const [address = '', bits = '1', ...more] = entry.split('/');
  const family = address.includes('%') ? 0 : isIP(address);
  const isLength = /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128);
  return family !== 0 && isLength && more.length === 0;
}

/** Outside production the secret is generated once and stored next to the data it protects. */
function loadOrCreateSecret(dataDir: string): string {
  const file = join(dataDir, 'secret');
  if (!existsSync(file)) {
    try {
      mkdirSync(dataDir, { recursive: true });
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
        throw new SettingError(`DATA_DIR=${dataDir}: cannot be written (${(error as Error).message})`, {
          cause: error,
        });
    }
  }
  return readFileSync(file, 'utf8').trim();
}
