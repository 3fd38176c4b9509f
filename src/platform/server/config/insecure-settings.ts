import type { Env } from './env.ts';
import { SettingError } from './env.ts';
import { isSameSite } from './same-site.ts';

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** URLs of servers that the portal sends data to. */
const outgoingUrlSettings = [
  'OIDC_ISSUER',
  'S3_ENDPOINT',
  'SYNC_QUEUE_URL',
  'STRIPE_API_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
] as const;

/** The settings that are insecure in production, one line each. Empty outside production. */
export function listInsecureSettings(env: Env): string[] {
  if (!env.isProduction) return [];
  const findings: string[] = [];
  if (!env.BASE_URL.startsWith('https:')) findings.push(`BASE_URL=${env.BASE_URL}: must be an https address`);
  if (!env.CONTENT_ORIGIN.startsWith('https:'))
    findings.push(`CONTENT_ORIGIN=${env.CONTENT_ORIGIN}: must be an https address`);
  if (isSameSite(new URL(env.BASE_URL).hostname, new URL(env.CONTENT_ORIGIN).hostname))
    findings.push(
      `CONTENT_ORIGIN=${env.CONTENT_ORIGIN}: must be on another registered domain than BASE_URL, because courses could set cookies for a shared one`,
    );
  for (const name of outgoingUrlSettings) {
    const url = env[name] === undefined ? null : new URL(env[name]);
    // Only the origin is shown, because a URL may contain a password.
    if (url?.protocol === 'http:' && !loopbackHosts.has(url.hostname))
      findings.push(`${name}=${url.origin}: must be an https address, unless the server is on this machine`);
  }
  if (env.DEMO) findings.push('DEMO=true: the demo accounts have public passwords');
  if (env.PAYMENT_GATEWAY === 'test') findings.push('PAYMENT_GATEWAY=test: marks orders as paid without taking money');
  if (env.SECRET_KEYS.some(isWeakKey))
    findings.push('SECRET_KEY: repeats a few characters, use for example `openssl rand -base64 32`');
  if (env.WEB_DEV) findings.push('WEB_DEV=true: serves the source and allows inline scripts');
  if (env.SMTP_URL === undefined) findings.push('SMTP_URL: must be set, or no email is sent');
  else if (!isEncryptedSmtp(env.SMTP_URL))
    findings.push(
      'SMTP_URL: must be smtps://, or smtp:// with ?requireTLS=true and without ignoreTLS, unless the server is local',
    );
  return findings;
}

/** Throws for insecure settings, or only warns about them if the operator has accepted the risk. */
export function assertSecureSettings(env: Env, warn: (line: string) => void): void {
  const findings = listInsecureSettings(env);
  if (findings.length === 0) return;
  if (!env.ALLOW_INSECURE)
    throw new SettingError(
      `insecure settings in production (set ALLOW_INSECURE=true to start anyway): ${findings.join('; ')}`,
    );
  for (const finding of findings) warn(`warning: insecure setting in production: ${finding}`);
}

/** A random key of 32 characters has at least eight distinct ones, none of them in more than a quarter of the key. */
function isWeakKey(key: string): boolean {
  const counts = new Map<string, number>();
  for (const character of key) counts.set(character, (counts.get(character) ?? 0) + 1);
  return counts.size < 8 || Math.max(...counts.values()) > key.length / 4;
}

function isEncryptedSmtp(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url);
  if (loopbackHosts.has(hostname)) return true;
  // ignoreTLS has no effect here, but an operator who sets it expects unencrypted mail.
  if (searchParams.has('ignoreTLS')) return false;
  return protocol === 'smtps:' || searchParams.get('requireTLS') === 'true';
}
