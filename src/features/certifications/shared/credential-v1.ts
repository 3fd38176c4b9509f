import * as z from 'zod';
import { type CardClaims, type CredentialText, parseJson, type SignedClaims } from './credential-claims.ts';

/**
 * Version 1 of the credential. It is no longer signed, but existing cards stay valid. Card codes contain only the
 * variable values and are rebuilt with this text, so it must never change.
 */
export function writeVersion1(keyId: string, claims: CardClaims): CredentialText {
  const base = claims.baseUrl;
  const id = `${base}/cards/${claims.licenseID}`;
  const subject = `${base}/divers/${claims.diverNumber}`;
  const payload = {
    iss: base,
    sub: subject,
    jti: id,
    nbf: Date.parse(claims.certDate) / 1000,
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    issuer: { ...buildProfile(base, claims.issuerName), ...buildAddress(claims.office) },
    validFrom: `${claims.certDate}T00:00:00Z`,
    credentialSubject: {
      id: subject,
      type: ['AchievementSubject'],
      licenseNumber: String(claims.licenseID),
      identifier: [
        { type: 'IdentityObject', hashed: false, identityType: 'name', identityHash: claims.name },
        { type: 'IdentityObject', hashed: false, identityType: 'accountId', identityHash: claims.diverNumber },
      ],
      // The instructor who assessed the diver for the association.
      source: {
        ...buildProfile(buildNumberedId(base, 'members', claims.instructorNumber), claims.instructorName),
        parentOrg: buildProfile(buildNumberedId(base, 'stores', claims.storeNumber), claims.storeName),
      },
      achievement: {
        id: `${base}/levels/${claims.levelID}`,
        type: ['Achievement'],
        achievementType: 'Certification',
        humanCode: String(claims.levelID),
        name: claims.levelName,
        description: 'A level of diver training.',
        criteria: { narrative: 'Knowledge, skills and dives were assessed by whoever is named as the source.' },
      },
    },
    credentialStatus: {
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(claims.statusIndex),
      statusListCredential: `${base}/.well-known/card-status.jwt`,
    },
  };
  return {
    header: JSON.stringify({ alg: 'EdDSA', typ: 'vc+jwt', kid: keyId }),
    payload: JSON.stringify(payload),
  };
}

function buildProfile(id: string, name: string) {
  return { id, type: ['Profile'], name };
}

function buildAddress(office: string) {
  return { address: { type: ['Address'], addressLocality: office } };
}

function buildNumberedId(base: string, kind: string, number: number | null): string {
  return number === null ? `${base}/${kind}` : `${base}/${kind}/${number}`;
}

const Header = z.object({ kid: z.string() });
const Named = z.object({ id: z.string(), name: z.string() });
const Payload = z.object({
  iss: z.string(),
  issuer: Named.extend({ address: z.object({ addressLocality: z.string() }) }),
  validFrom: z.string(),
  credentialSubject: z.object({
    licenseNumber: z.string(),
    identifier: z.tuple([z.object({ identityHash: z.string() }), z.object({ identityHash: z.string() })]),
    source: Named.extend({ parentOrg: Named }),
    achievement: z.object({ humanCode: z.string(), name: z.string() }),
  }),
  credentialStatus: z.object({ statusListIndex: z.string() }),
});

/** Returns null for any other text, including credentials of other issuers. */
export function readVersion1({ header, payload }: CredentialText): SignedClaims | null {
  const head = parseJson(Header, header);
  const body = parseJson(Payload, payload);
  if (head === null || body === null) return null;
  const { credentialSubject: subject, issuer } = body;
  const claims: CardClaims = {
    licenseID: Number(subject.licenseNumber),
    levelID: Number(subject.achievement.humanCode),
    levelName: subject.achievement.name,
    name: subject.identifier[0].identityHash,
    diverNumber: subject.identifier[1].identityHash,
    certDate: body.validFrom.slice(0, 10),
    instructorName: subject.source.name,
    instructorNumber: parseNumberedId(subject.source.id),
    storeName: subject.source.parentOrg.name,
    storeNumber: parseNumberedId(subject.source.parentOrg.id),
    office: issuer.address.addressLocality,
    issuerName: issuer.name,
    baseUrl: body.iss,
    statusIndex: Number(body.credentialStatus.statusListIndex),
  };
  const written = writeVersion1(head.kid, claims);
  return written.header === header && written.payload === payload ? { keyId: head.kid, claims } : null;
}

function parseNumberedId(id: string): number | null {
  const number = /\/(\d+)$/.exec(id)?.[1];
  return number === undefined ? null : Number(number);
}
