import * as z from 'zod';
import { parseKeyId, buildKeyUrl } from './card-key-url.ts';
import { type CardClaims, type CredentialText, parseJson, type SignedClaims } from './credential-claims.ts';

const schemaUrl = 'https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json';

/**
 * Version 2: an Open Badges 3.0 credential that passes the published JSON schema and verification steps (decision 035).
 * Card codes are rebuilt from this text byte by byte, so it must never change; changes need a version 3.
 */
export function writeVersion2(keyId: string, claims: CardClaims): CredentialText {
  const base = claims.baseUrl;
  const id = `${base}/cards/${claims.licenseID}`;
  const subject = `${base}/divers/${claims.diverNumber}`;
  const validFrom = `${claims.certDate}T00:00:00Z`;
  const statusList = `${base}/.well-known/card-status.jwt`;
  const payload = {
    iss: base,
    sub: subject,
    jti: id,
    nbf: Date.parse(validFrom) / 1000,
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: claims.levelName,
    issuer: {
      ...buildProfile(base, claims.issuerName),
      ...(claims.office !== '' && { address: { type: ['Address'], addressLocality: claims.office } }),
    },
    validFrom,
    credentialSubject: {
      id: subject,
      type: ['AchievementSubject'],
      licenseNumber: String(claims.licenseID),
      identifier: [
        { type: 'IdentityObject', hashed: false, identityType: 'name', identityHash: claims.name },
        { type: 'IdentityObject', hashed: false, identityType: 'accountId', identityHash: claims.diverNumber },
      ],
      ...buildSource(claims),
      achievement: {
        id: `${base}/levels/${claims.levelID}`,
        type: ['Achievement'],
        achievementType: 'Certification',
        humanCode: String(claims.levelID),
        name: claims.levelName,
        description: 'A diver training level.',
        criteria: { narrative: "The instructor assessed the diver's knowledge, skills and dives." },
      },
    },
    credentialSchema: [{ id: schemaUrl, type: '1EdTechJsonSchemaValidator2019' }],
    credentialStatus: {
      id: `${statusList}#${claims.statusIndex}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(claims.statusIndex),
      statusListCredential: statusList,
    },
  };
  return {
    header: JSON.stringify({ alg: 'EdDSA', typ: 'JWT', kid: buildKeyUrl(base, keyId) }),
    payload: JSON.stringify(payload),
  };
}

function buildProfile(id: string, name: string) {
  return { id, type: ['Profile'], name };
}

/** The assessing instructor with their store, or the store alone if no instructor is named. */
function buildSource({ baseUrl, instructorName, instructorNumber, storeName, storeNumber }: CardClaims) {
  const instructor = isNamed(instructorName, instructorNumber)
    ? buildProfile(buildNumberedId(baseUrl, 'members', instructorNumber), instructorName)
    : null;
  const store = isNamed(storeName, storeNumber)
    ? buildProfile(buildNumberedId(baseUrl, 'stores', storeNumber), storeName)
    : null;
  if (instructor === null) return store && { source: store };
  return { source: { ...instructor, ...(store && { parentOrg: store }) } };
}

const isNamed = (name: string, number: number | null) => name !== '' || number !== null;
const buildNumberedId = (base: string, kind: string, number: number | null) =>
  number === null ? `${base}/${kind}` : `${base}/${kind}/${number}`;

const Header = z.object({ kid: z.string() });
const Profile = z.object({ id: z.string(), name: z.string() });
const Payload = z.object({
  iss: z.string(),
  issuer: Profile.extend({ address: z.object({ addressLocality: z.string() }).optional() }),
  validFrom: z.string(),
  credentialSubject: z.object({
    licenseNumber: z.string(),
    identifier: z.tuple([z.object({ identityHash: z.string() }), z.object({ identityHash: z.string() })]),
    source: Profile.extend({ parentOrg: Profile.optional() }).optional(),
    achievement: z.object({ humanCode: z.string(), name: z.string() }),
  }),
  credentialStatus: z.object({ statusListIndex: z.string() }),
});

/** Null for any other text, including credentials of other versions. */
export function readVersion2({ header, payload }: CredentialText): SignedClaims | null {
  const head = parseJson(Header, header);
  const body = parseJson(Payload, payload);
  const keyId = head && parseKeyId(head.kid);
  if (!keyId || body === null) return null;
  const { credentialSubject: subject, issuer, iss: baseUrl } = body;
  const { source } = subject;
  const isStoreOnly = source !== undefined && /^\/stores(\/|$)/.test(source.id.slice(baseUrl.length));
  const [instructor, store] = isStoreOnly ? [undefined, source] : [source, source?.parentOrg];
  const claims: CardClaims = {
    licenseID: Number(subject.licenseNumber),
    levelID: Number(subject.achievement.humanCode),
    levelName: subject.achievement.name,
    name: subject.identifier[0].identityHash,
    diverNumber: subject.identifier[1].identityHash,
    certDate: body.validFrom.slice(0, 10),
    instructorName: instructor?.name ?? '',
    instructorNumber: parseNumberedId(instructor?.id),
    storeName: store?.name ?? '',
    storeNumber: parseNumberedId(store?.id),
    office: issuer.address?.addressLocality ?? '',
    issuerName: issuer.name,
    baseUrl,
    statusIndex: Number(body.credentialStatus.statusListIndex),
  };
  const written = writeVersion2(keyId, claims);
  return written.header === header && written.payload === payload ? { keyId, claims } : null;
}

function parseNumberedId(id = ''): number | null {
  const number = /\/(\d+)$/.exec(id)?.[1];
  return number === undefined ? null : Number(number);
}
