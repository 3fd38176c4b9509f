import { Secret, TOTP } from 'otpauth';

const periodS = 30;
/** Phone clocks are off by some seconds, so the previous and the next step are accepted as well. */
const driftSteps = 1;

export function createSecret(): string {
  return new Secret({ size: 20 }).base32;
}

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1_000 / periodS);
}

export function stepEnd(step: number): Date {
  return new Date((step + 1) * periodS * 1_000);
}

export function codeAt(secret: string, step: number): string {
  return createTotp(secret).generate({ timestamp: step * periodS * 1_000 });
}

/** Returns the time step of a code, or null if it is none of the accepted ones. */
export function findStep(secret: string, code: string, now: Date): number | null {
  const delta = createTotp(secret).validate({ token: code, timestamp: now.getTime(), window: driftSteps });
  return delta === null ? null : stepAt(now) + delta;
}

/** The URI in the QR code for an authenticator app. */
export function buildKeyUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return createTotp(secret, { issuer, label }).toString();
}

function createTotp(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, algorithm: 'SHA1', digits: 6, period: periodS, secret: Secret.fromBase32(secret) });
}
