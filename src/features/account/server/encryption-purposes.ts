import { EncryptionContext } from '#platform/server/crypto/encryption-context.ts';

/** Key purpose of the account service's tokens in a session. */
const tokenPurpose = 'session-tokens';
export const encryptedTokenColumns = [{ table: 'session', column: 'refresh_token', purpose: tokenPurpose }];

export const contextOfToken = (affiliateId: number, id: string) =>
  EncryptionContext.ofRow(tokenPurpose, 'session', 'refresh_token', { affiliate_id: affiliateId, id });

/** Key purpose of an export's zip file. */
export const exportPurpose = 'data-export';
