import { gzipSync } from 'node:zlib';
import { CompactSign } from 'jose';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { publish } from '#platform/server/events/pubsub.ts';
import { buildKeyUrl } from '#features/certifications/shared/card-key-url.ts';
import { getCurrentKey, publishedChannel } from './signing-keys.ts';

/** The minimum of the standard, so a bit reveals little about the card it belongs to. */
const minBits = 131_072;

const insertRevokedCard = query((db, p: Params<{ affiliateId: number; licenseID: number }>) =>
  db
    .insertInto('revoked_card')
    .columns(['status_index'])
    .expression((eb) =>
      eb
        .selectFrom('certification')
        .select((eb) => eb.ref('status_index').$notNull().as('status_index'))
        .where('affiliate_id', '=', p.affiliateId)
        .where('license_id', '=', p.licenseID)
        .where('status_index', 'is not', null),
    )
    .onConflict((conflict) => conflict.doNothing()),
);
const listRevokedCards = query((db) =>
  db.selectFrom('revoked_card').select(['status_index as statusIndex', 'revoked_at as revokedAt']),
);
const findLastStatusIndex = query((db) =>
  db.selectFrom('certification').select((eb) => eb.fn.coalesce(eb.fn.max('status_index'), eb.lit(0)).as('last')),
);

/** Online verification shows the revocation as soon as the caller's transaction commits. */
export async function publishRevocation(db: Db, affiliateId: number, licenseID: number): Promise<void> {
  await insertRevokedCard(db, { affiliateId, licenseID });
  await publish(db, publishedChannel, null);
}

/** The signed W3C Bitstring Status List of revoked cards, identical from every process. */
export async function makeStatusList({ env }: Services, db: Db): Promise<string> {
  const { keyId, key, createdAt } = await getCurrentKey(db, env.SECRET_KEYS);
  const revoked = await listRevokedCards(db);
  const row = await findLastStatusIndex.first(db);
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
