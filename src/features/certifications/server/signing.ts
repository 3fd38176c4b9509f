import { CompactSign } from 'jose';
import { readBrand } from '../../../platform/server/brand.ts';
import type { Services } from '../../../platform/server/context.ts';
import { type Db, statement } from '../../../platform/server/db.ts';
import { publish } from '../../../platform/server/pubsub.ts';
import { defaultLocale } from '../../../platform/shared/locale.ts';
import {
  type CardClaims,
  currentVersion,
  type ReadCredential,
  readCredential,
  writeCredential,
} from '../shared/credential-shape.ts';
import { findLevel } from '../shared/levels.ts';
import { currentKey, publishedChannel } from './keys.ts';
import { levelNameIn } from './shape.ts';

export interface Signable {
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
const keepCredential = statement<
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
const nextIndex = statement<{ index: number }, []>(`select nextval('card_status_seq')::int as index`);

/**
 * The card's credential: the one it has, as long as that says what the card says in the current version; otherwise a new
 * one, which is kept. One that says something else of the diver counts no more from then on. One of an older version that
 * says the same stays valid, because both have the same place in the status list.
 */
export async function signCard(services: Services, db: Db, card: Signable): Promise<string> {
  if (card.credential !== null && isSignedAsIs(services, card) && isCurrentVersion(card.credential))
    return card.credential;
  const work = (tx: Db) => signAnew(services, tx, card);
  return db.isTransaction ? work(db) : services.database.inTransaction(`card ${card.licenseID}`, work);
}

async function signAnew(services: Services, db: Db, card: Signable): Promise<string> {
  const claims = claimsOf(services, card);
  const isOther = card.credential !== null && !isSame(card.credential, claims, ofDiver);
  const [next] = isOther ? await nextIndex(db) : [];
  const statusIndex = next?.index ?? card.statusIndex;
  const { keyId, key } = await currentKey(db, services.env.SECRET_KEYS);
  const { header, payload } = writeCredential(keyId, { ...claims, statusIndex });
  const credential = await new CompactSign(new TextEncoder().encode(payload))
    .setProtectedHeader(JSON.parse(header))
    .sign(key);
  const { affiliateId, licenseID } = card;
  const [kept] = await keepCredential(db, affiliateId, licenseID, credential, keyId, statusIndex, card.statusIndex);
  if (kept?.hasFormer) await publish(db, publishedChannel, null);
  if (kept !== undefined) return credential;
  const [row] = await selectCredential(db, affiliateId, licenseID);
  if (!row?.credential) throw new Error('a card was taken away while it was signed');
  return row.credential;
}

/** Whether what is signed is what the card says now. */
export function isSignedAsIs(services: Services, card: Signable): boolean {
  return card.credential !== null && isSame(card.credential, claimsOf(services, card), ofPortal);
}

function claimsOf({ env, messages }: Services, card: Signable): CardClaims {
  const level = findLevel(card.levelID);
  if (level === undefined) throw new Error(`nobody can name the level ${card.levelID}`);
  return {
    baseUrl: env.BASE_URL,
    issuerName: plain(readBrand(env.BRAND_FILE).name),
    statusIndex: card.statusIndex,
    licenseID: card.licenseID,
    levelID: card.levelID,
    levelName: levelNameIn(messages, defaultLocale, level),
    name: plain(card.name),
    diverNumber: String(card.affiliateId),
    certDate: card.certDate,
    instructorName: plain(card.instructorName),
    instructorNumber: card.instructorNumber,
    storeName: plain(card.storeName),
    storeNumber: card.storeNumber,
    office: plain(card.office),
  };
}

/** A code can hold no control characters, and a name needs none. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
}

/** Where the portal stood when it was signed does not matter; what the card says does. */
const ofPortal = ({ baseUrl }: CardClaims) => ({ baseUrl });
/** An association may take another name, and call a level something else: a printed card is no less true. */
const ofDiver = ({ baseUrl, issuerName, levelName }: CardClaims) => ({ baseUrl, issuerName, levelName });

function isSame(
  credential: string,
  claims: CardClaims,
  leaveOut: (signed: CardClaims) => Partial<CardClaims>,
): boolean {
  const signed = readSigned(credential);
  if (signed === null) return false;
  const { keyId, version } = signed;
  const expected = writeCredential(keyId, { ...claims, ...leaveOut(signed.claims) }, version);
  return expected.payload === writeCredential(keyId, signed.claims, version).payload;
}

function readSigned(credential: string): ReadCredential | null {
  const [header = '', payload = ''] = credential.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  return readCredential({ header, payload });
}

export function isCurrentVersion(credential: string): boolean {
  return readSigned(credential)?.version === currentVersion;
}
