import type { Env } from '#platform/server/config/env.ts';
import { EncryptionContext } from '#platform/server/crypto/encryption-context.ts';
import { decrypt, encrypt } from '#platform/server/crypto/secrets.ts';
import { contactPurpose, type StoredAddress } from '#features/account/server/public.ts';
import type { ApplicationRow } from './queries.ts';

type Application = Pick<ApplicationRow, 'affiliateId' | 'id'>;
type Keys = Pick<Env, 'SECRET_KEYS'>;

const contextOf = ({ affiliateId, id }: Application) =>
  EncryptionContext.ofRow(contactPurpose, 'application', 'sealed_teaching_address', { affiliate_id: affiliateId, id });

export function encryptTeachingAddress(
  { SECRET_KEYS }: Keys,
  application: Application,
  address: StoredAddress,
): string {
  return encrypt(SECRET_KEYS, contextOf(application), JSON.stringify(address));
}

export function decryptTeachingAddress(
  { SECRET_KEYS }: Keys,
  application: Application & Pick<ApplicationRow, 'encryptedTeachingAddress'>,
): StoredAddress | null {
  const { encryptedTeachingAddress: encrypted } = application;
  return encrypted === null
    ? null
    : (JSON.parse(decrypt(SECRET_KEYS, contextOf(application), encrypted)) as StoredAddress);
}
