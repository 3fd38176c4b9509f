import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import type { AuditAction, AuditEvent } from '#platform/server/observability/audit.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { SecurityEventKind } from '#platform/shared/security-events.ts';
import { ids } from '#demo/world/people.ts';
import type { Timeline } from '#demo/world/timeline.ts';

const devices = {
  phone: {
    ip: '192.0.2.44',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  },
  computer: {
    ip: '198.51.100.27',
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  },
} as const;

export interface DemoSecurityEvent {
  affiliateId: number;
  /** The guardian who changed a child's password. */
  guardianId?: number;
  kind: Extract<SecurityEventKind, 'sign_in.succeeded' | 'password.changed' | 'passkey.added' | 'passkey.removed'>;
  device: keyof typeof devices;
  minutesAgo: number;
  isUnread?: boolean;
}

const dayMin = 24 * 60;
const { diver, student, minor, guardian, instructor, candidate, store, staff } = ids;

/** The name of the passkey that the demo diver removed. */
export const demoPasskey = 'Old phone';

/** The security log of the accounts. Its notices and audit entries follow from it. Changes come after a sign-in. */
export const demoSecurityEvents: readonly DemoSecurityEvent[] = [
  { affiliateId: diver, kind: 'sign_in.succeeded', device: 'phone', minutesAgo: 214 * dayMin + 5 },
  { affiliateId: diver, kind: 'passkey.added', device: 'phone', minutesAgo: 214 * dayMin },
  { affiliateId: diver, kind: 'sign_in.succeeded', device: 'computer', minutesAgo: 40 * dayMin },
  { affiliateId: guardian, kind: 'sign_in.succeeded', device: 'computer', minutesAgo: 9 * dayMin + 6 },
  { affiliateId: guardian, kind: 'password.changed', device: 'computer', minutesAgo: 9 * dayMin },
  { affiliateId: candidate, kind: 'sign_in.succeeded', device: 'phone', minutesAgo: 2 * dayMin + 70 },
  { affiliateId: student, kind: 'sign_in.succeeded', device: 'computer', minutesAgo: dayMin + 250 },
  { affiliateId: diver, kind: 'sign_in.succeeded', device: 'computer', minutesAgo: dayMin + 95 },
  { affiliateId: diver, kind: 'password.changed', device: 'computer', minutesAgo: dayMin + 90 },
  { affiliateId: guardian, kind: 'sign_in.succeeded', device: 'phone', minutesAgo: dayMin + 4 },
  {
    affiliateId: minor,
    guardianId: guardian,
    kind: 'password.changed',
    device: 'phone',
    minutesAgo: dayMin,
    isUnread: true,
  },
  { affiliateId: instructor, kind: 'sign_in.succeeded', device: 'computer', minutesAgo: 310 },
  { affiliateId: store, kind: 'sign_in.succeeded', device: 'computer', minutesAgo: 260 },
  { affiliateId: staff, kind: 'sign_in.succeeded', device: 'computer', minutesAgo: 205 },
  { affiliateId: diver, kind: 'sign_in.succeeded', device: 'phone', minutesAgo: 31 },
  { affiliateId: diver, kind: 'passkey.removed', device: 'phone', minutesAgo: 25, isUnread: true },
];

const timeOf = ({ minutesAgo }: DemoSecurityEvent, { now }: Timeline) => new Date(now.getTime() - minutesAgo * 60_000);

/** The portal's function records events of now, so the past ones are inserted here. */
export async function seedDemoSecurityLog(db: Db, timeline: Timeline): Promise<void> {
  await db
    .insertInto('security_log')
    .values(
      demoSecurityEvents.map((event) => {
        const { affiliateId, guardianId = affiliateId, kind, device, minutesAgo } = event;
        const { ip, userAgent } = devices[device];
        const day = Math.floor(minutesAgo / dayMin);
        return {
          occurred_at: timeOf(event, timeline),
          kind,
          affiliate_id: affiliateId,
          ip,
          user_agent: userAgent,
          session_id: createUuidFromText(`demo session ${guardianId} ${device} ${day}`),
          correlation_id: 'demo',
        };
      }),
    )
    .execute();
}

const auditActions: Partial<Record<DemoSecurityEvent['kind'], AuditAction>> = {
  'password.changed': 'account.password_changed',
  'passkey.added': 'account.passkey_added',
  'passkey.removed': 'account.passkey_removed',
};

/** The audit entries of changes. Sign-ins have none. */
export function listSecurityAudit(timeline: Timeline): (AuditEvent & { at: Date })[] {
  return demoSecurityEvents.flatMap((event) => {
    const { affiliateId, guardianId, kind } = event;
    const action = auditActions[kind];
    if (action === undefined) return [];
    const change =
      kind === 'password.changed'
        ? { signOutEverywhere: false }
        : { id: createUuidFromText(`demo passkey ${affiliateId} ${demoPasskey}`) };
    return [
      {
        actor: guardianId ?? affiliateId,
        action,
        subject: `person:${affiliateId}`,
        data: { relation: guardianId === undefined ? 'self' : 'guardian', ...change },
        correlationId: 'demo',
        at: timeOf(event, timeline),
      },
    ];
  });
}
