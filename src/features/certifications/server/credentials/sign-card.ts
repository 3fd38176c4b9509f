import { CompactSign } from 'jose';
import { sql } from 'kysely';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { publish } from '#platform/server/events/pubsub.ts';
import { defaultLocale } from '#platform/shared/locale.ts';
import {
  type CardClaims,
  currentVersion,
  type ReadCredential,
  readCredential,
  writeCredential,
} from '#features/certifications/shared/credential-versions.ts';
import { findLevel } from '#domain/certification-levels.ts';
import { getCurrentKey, publishedChannel } from './signing-keys.ts';
import { formatLevelName } from '#features/certifications/server/card-info.ts';

export interface SignableCard {
  affiliateId: number;
  licenseID: number;
  levelID: number;
  certDate: string;
  name: string;
  instructorName: string;
  instructorNumber: number | null;
  storeName: string;
  storeNumber: number | null;
  office: string;
  statusIndex: number;
  credential: string | null;
}

interface NewCredential {
  affiliateId: number;
  licenseID: number;
  credential: string;
  keyId: string;
  statusIndex: number;
  formerIndex: number;
}

/** The first of concurrent signatures, or of a signature and a revocation, wins. */
const updateCredential = query((db, p: Params<NewCredential>) =>
  db
    .with('stored', (db) =>
      db
        .updateTable('certification')
        .set({ credential: p.credential, key_id: p.keyId, status_index: p.statusIndex })
        .where('affiliate_id', '=', p.affiliateId)
        .where('license_id', '=', p.licenseID)
        .where('ecard_at', 'is not', null)
        .where('status_index', '=', p.formerIndex)
        .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('status_index', '=', p.statusIndex)]))
        .returning('license_id'),
    )
    .with('former', (db) =>
      db
        .insertInto('revoked_card')
        .columns(['status_index'])
        .expression((eb) =>
          eb
            .selectFrom('stored')
            .select(p.formerIndex.as('status_index'))
            .where(sql<boolean>`${p.statusIndex} <> ${p.formerIndex}`),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('status_index'),
    )
    .selectFrom('stored')
    .select((eb) => eb.exists(eb.selectFrom('former').select('status_index')).as('hasFormer')),
);
const findCredential = query((db, p: Params<{ affiliateId: number; licenseID: number }>) =>
  db
    .selectFrom('certification')
    .select('credential')
    .where('affiliate_id', '=', p.affiliateId)
    .where('license_id', '=', p.licenseID),
);
const nextStatusIndex = query((db) => db.selectNoFrom(sql<number>`nextval('card_status_seq')::int`.as('statusIndex')));

/**
 * Returns the stored credential while it matches the card and the current version; otherwise signs and stores a new
 * one. A credential with different data is revoked. One of an older version with the same data stays valid, because
 * both share a status index.
 */
export async function signCard(services: Services, db: Db, card: SignableCard): Promise<string> {
  if (card.credential !== null && isCredentialCurrent(services, card) && isCurrentVersion(card.credential))
    return card.credential;
  const work = (tx: Db) => createCredential(services, tx, card);
  return db.isTransaction ? work(db) : services.database.inTransaction(`card ${card.licenseID}`, work);
}

async function createCredential(services: Services, db: Db, card: SignableCard): Promise<string> {
  const claims = toClaims(services, card);
  const isOther = card.credential !== null && !hasSameClaims(card.credential, claims, pickIssuerClaims);
  const next = isOther ? await nextStatusIndex.first(db) : undefined;
  const statusIndex = next?.statusIndex ?? card.statusIndex;
  const { keyId, key } = await getCurrentKey(db, services.env.SECRET_KEYS);
  const { header, payload } = writeCredential(keyId, { ...claims, statusIndex });
  const credential = await new CompactSign(new TextEncoder().encode(payload))
    .setProtectedHeader(JSON.parse(header))
    .sign(key);
  const { affiliateId, licenseID } = card;
  const stored = await updateCredential.first(db, {
    affiliateId,
    licenseID,
    credential,
    keyId,
    statusIndex,
    formerIndex: card.statusIndex,
  });
  if (stored?.hasFormer) await publish(db, publishedChannel, null);
  if (stored !== undefined) return credential;
  const row = await findCredential.first(db, { affiliateId, licenseID });
  if (!row?.credential) throw new Error('card was deleted while it was signed');
  return row.credential;
}

export function isCredentialCurrent(services: Services, card: SignableCard): boolean {
  return card.credential !== null && hasSameClaims(card.credential, toClaims(services, card), pickPortalClaims);
}

function toClaims({ env, messages }: Services, card: SignableCard): CardClaims {
  const level = findLevel(card.levelID);
  if (level === undefined) throw new Error(`unknown certification level ${card.levelID}`);
  return {
    baseUrl: env.BASE_URL,
    issuerName: normalizeText(loadBrand(env.BRAND_FILE).name),
    statusIndex: card.statusIndex,
    licenseID: card.licenseID,
    levelID: card.levelID,
    levelName: formatLevelName(messages, defaultLocale, level),
    name: normalizeText(card.name),
    diverNumber: String(card.affiliateId),
    certDate: card.certDate,
    instructorName: normalizeText(card.instructorName),
    instructorNumber: card.instructorNumber,
    storeName: normalizeText(card.storeName),
    storeNumber: card.storeNumber,
    office: normalizeText(card.office),
  };
}

/** QR codes can't contain control characters, and names don't need them. */
function normalizeText(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
}

/** The base URL at signing time doesn't matter, only the card's data. */
const pickPortalClaims = ({ baseUrl }: CardClaims) => ({ baseUrl });
/** A renamed association or level doesn't invalidate printed cards. */
const pickIssuerClaims = ({ baseUrl, issuerName, levelName }: CardClaims) => ({ baseUrl, issuerName, levelName });

function hasSameClaims(
  credential: string,
  claims: CardClaims,
  leaveOut: (signed: CardClaims) => Partial<CardClaims>,
): boolean {
  const signed = parseCredential(credential);
  if (signed === null) return false;
  const { keyId, version } = signed;
  const expected = writeCredential(keyId, { ...claims, ...leaveOut(signed.claims) }, version);
  return expected.payload === writeCredential(keyId, signed.claims, version).payload;
}

function parseCredential(credential: string): ReadCredential | null {
  const [header = '', payload = ''] = credential.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  return readCredential({ header, payload });
}

export function isCurrentVersion(credential: string): boolean {
  return parseCredential(credential)?.version === currentVersion;
}
