import type { Env } from './env.ts';
import { SettingError } from './env.ts';

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The settings that must not serve people, one line each. Outside production there are none. */
export function listInsecureSettings(env: Env): string[] {
  if (!env.isProduction) return [];
  const findings: string[] = [];
  if (!env.BASE_URL.startsWith('https:')) findings.push(`BASE_URL=${env.BASE_URL}: must be an https address`);
  if (!env.CONTENT_ORIGIN.startsWith('https:'))
    findings.push(`CONTENT_ORIGIN=${env.CONTENT_ORIGIN}: must be an https address`);
  if (env.DEMO) findings.push('DEMO=true: everyone knows the passwords of the demo people');
  if (env.PAYMENT_GATEWAY === 'test') findings.push('PAYMENT_GATEWAY=test: marks orders as paid without taking money');
  if (env.SECRET_KEYS.some(isWeakKey))
    findings.push('SECRET_KEY: repeats a few characters, use for example `openssl rand -base64 32`');
  if (env.WEB_DEV) findings.push('WEB_DEV=true: serves the source and allows inline scripts');
  if (env.SMTP_URL === undefined) findings.push('SMTP_URL: must be set, or no email is sent');
  else if (!isEncryptedMail(env.SMTP_URL))
    findings.push('SMTP_URL: must be smtps://, or smtp:// with ?requireTLS=true, unless the server is on this machine');
  return findings;
}

/** Refuses to start, or warns once per setting where the operator has accepted the risk. */
export function assertSecureSettings(env: Env, warn: (line: string) => void): void {
  const findings = listInsecureSettings(env);
  if (findings.length === 0) return;
  if (!env.ALLOW_INSECURE)
    throw new SettingError(`insecure in production (ALLOW_INSECURE=true starts anyway): ${findings.join('; ')}`);
  for (const finding of findings) warn(`warning: insecure in production: ${finding}`);
}

/** A key of 32 random characters has far more than eight different ones; "aaaa…" and "abcabc…" do not. */
function isWeakKey(key: string): boolean {
  return new Set(key).size < 8;
}

function isEncryptedMail(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url);
  return protocol === 'smtps:' || loopbackHosts.has(hostname) || searchParams.get('requireTLS') === 'true';
}
