import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Deviations of a device from the request, which the server has to reject. */
interface AuthenticatorOptions {
  origin?: string;
  rpId?: string;
  counter?: number;
  userHandle?: string;
  isVerified?: boolean;
}

interface CeremonyRequest {
  [key: string]: unknown;
}

const flag = { present: 0x01, verified: 0x04, canSync: 0x08, isSynced: 0x10, hasKey: 0x40 };

/** A software authenticator with one passkey: ES256 without attestation, as phones and password managers do it. */
export function createAuthenticator(siteUrl: string) {
  const site = new URL(siteUrl);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle = '';

  function clientData(
    type: string,
    { challenge }: CeremonyRequest,
    { origin = site.origin }: AuthenticatorOptions,
  ): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  function authenticatorData(quirks: AuthenticatorOptions, key?: Buffer): Buffer {
    const { rpId = site.hostname, isVerified = true } = quirks;
    const flags =
      flag.present | flag.canSync | flag.isSynced | (isVerified ? flag.verified : 0) | (key ? flag.hasKey : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(quirks.counter ?? counter, 1);
    return Buffer.concat([sha256(Buffer.from(rpId)), head, key ?? Buffer.alloc(0)]);
  }

  return {
    id: id.toString('base64url'),

    /** Returns the response to registration options. */
    make(options: CeremonyRequest, quirks: AuthenticatorOptions = {}): Record<string, unknown> {
      userHandle = String((options['user'] as CeremonyRequest)['id']);
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const point = (part: string) => Buffer.from(part, 'base64url');
      const coseKey = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, point(x)],
          [-3, point(y)],
        ]),
      );
      const idLength = Buffer.alloc(2);
      idLength.writeUInt16BE(id.length);
      const authData = authenticatorData(quirks, Buffer.concat([Buffer.alloc(16), idLength, id, coseKey]));
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', options, quirks).toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      };
    },

    /** Returns the response to sign-in options, and increments the counter. */
    answer(options: CeremonyRequest, quirks: AuthenticatorOptions = {}): Record<string, unknown> {
      counter++;
      const data = clientData('webauthn.get', options, quirks);
      const authData = authenticatorData(quirks);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: quirks.userHandle ?? userHandle,
        },
      };
    },
  };
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Encodes the part of CBOR that a passkey needs: integers, text, bytes and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat().map(cbor)]);
}

function cborHead(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 0xff]);
}
