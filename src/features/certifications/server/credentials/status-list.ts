import { gzipSync } from 'node:zlib';
import { CompactSign } from 'jose';
import type { Services } from '#platform/server/http/context.ts';
import { type Db, statement } from '#platform/server/db/database.ts';
import { publish } from '#platform/server/events/pubsub.ts';
import { buildKeyUrl } from '#features/certifications/shared/card-key-url.ts';
import { getCurrentKey, publishedChannel } from './signing-keys.ts';

/** The minimum of the standard, so a bit reveals little about the card it belongs to. */
const minBits = 131_072;

const insertRevoked = statement<unknown, [affiliateId: number, licenseID: number]>(`
  insert into revoked_card (status_index)
  select status_index from certification where affiliate_id = $1 and license_id = $2 and status_index is not null
  on conflict do nothing`);
const selectRevoked = statement<{ statusIndex: number; revokedAt: Date }, []>(
  'select status_index as "statusIndex", revoked_at as "revokedAt" from revoked_card',
);
const selectLastIndex = statement<{ last: number }, []>(
  'select coalesce(max(status_index), 0) as last from certification',
);

/** Online verification shows the revocation as soon as the caller's transaction commits. */
export async function publishRevocation(db: Db, affiliateId: number, licenseID: number): Promise<void> {
  await insertRevoked(db, affiliateId, licenseID);
  await publish(db, publishedChannel, null);
}

/** The signed W3C Bitstring Status List of revoked cards, identical from every process. */
export async function makeStatusList({ env }: Services, db: Db): Promise<string> {
  const { keyId, key, createdAt } = await getCurrentKey(db, env.SECRET_KEYS);
  const revoked = await selectRevoked(db);
  const [row] = await selectLastIndex(db);
  const last = revoked.reduce((highest, { statusIndex }) => Math.max(highest, statusIndex), row?.last ?? 0);
  const bits = Buffer.alloc((Math.ceil((last + 1) / minBits) * minBits) / 8);
  for (const { statusIndex } of revoked)
    bits[statusIndex >> 3] = (bits[statusIndex >> 3] ?? 0) | (0x80 >> (statusIndex & 7));
  const since = revoked.reduce((latest, { revokedAt }) => (revokedAt > latest ? revokedAt : latest), createdAt);
  const id = `${env.BASE_URL}/.well-known/card-status.jwt`;
  const list = {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: env.BASE_URL,
    validFrom: `${since.toISOString().slice(0, 19)}Z`,
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: `u${gzipSync(bits).toString('base64url')}`,
      ttl: 60_000,
    },
    iss: env.BASE_URL,
    sub: `${id}#list`,
    jti: id,
    nbf: Math.floor(since.getTime() / 1000),
  };
  return new CompactSign(new TextEncoder().encode(JSON.stringify(list)))
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: buildKeyUrl(env.BASE_URL, keyId) })
    .sign(key);
}
