import { CompactSign } from 'jose';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { Services } from '#platform/server/http/context.ts';
import { type Db, statement } from '#platform/server/db/database.ts';
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

// Of two at one moment, and of one who signs while staff revoke, the first is right.
const storeCredential = statement<
  { hasFormer: boolean },
  [affiliateId: number, licenseID: number, credential: string, keyId: string, index: number, formerIndex: number]
>(`
  with kept as (
    update certification set credential = $3, key_id = $4, status_index = $5
    where affiliate_id = $1 and license_id = $2 and ecard_at is not null and status_index = $6
      and (revoked_at is null or status_index = $5)
    returning 1
  ), former as (
    insert into revoked_card (status_index) select $6 from kept where $5 <> $6 on conflict do nothing returning 1
  )
  select exists (select from former) as "hasFormer" from kept`);
const selectCredential = statement<{ credential: string | null }, [affiliateId: number, licenseID: number]>(
  'select credential from certification where affiliate_id = $1 and license_id = $2',
);
const nextStatusIndex = statement<{ index: number }, []>(`select nextval('card_status_seq')::int as index`);

/**
 * The card's credential: the one it has, as long as that says what the card says in the current version; otherwise a new
 * one, which is kept. One that says something else of the diver counts no more from then on. One of an older version that
 * says the same stays valid, because both have the same place in the status list.
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
  const [next] = isOther ? await nextStatusIndex(db) : [];
  const statusIndex = next?.index ?? card.statusIndex;
  const { keyId, key } = await getCurrentKey(db, services.env.SECRET_KEYS);
  const { header, payload } = writeCredential(keyId, { ...claims, statusIndex });
  const credential = await new CompactSign(new TextEncoder().encode(payload))
    .setProtectedHeader(JSON.parse(header))
    .sign(key);
  const { affiliateId, licenseID } = card;
  const [kept] = await storeCredential(db, affiliateId, licenseID, credential, keyId, statusIndex, card.statusIndex);
  if (kept?.hasFormer) await publish(db, publishedChannel, null);
  if (kept !== undefined) return credential;
  const [row] = await selectCredential(db, affiliateId, licenseID);
  if (!row?.credential) throw new Error('a card was taken away while it was signed');
  return row.credential;
}

/** Whether what is signed is what the card says now. */
export function isCredentialCurrent(services: Services, card: SignableCard): boolean {
  return card.credential !== null && hasSameClaims(card.credential, toClaims(services, card), pickPortalClaims);
}

function toClaims({ env, messages }: Services, card: SignableCard): CardClaims {
  const level = findLevel(card.levelID);
  if (level === undefined) throw new Error(`nobody can name the level ${card.levelID}`);
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

/** A code can hold no control characters, and a name needs none. */
function normalizeText(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
}

/** Where the portal stood when it was signed does not matter; what the card says does. */
const pickPortalClaims = ({ baseUrl }: CardClaims) => ({ baseUrl });
/** An association may take another name, and call a level something else: a printed card is no less true. */
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
