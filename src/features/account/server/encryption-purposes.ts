/** Key purpose of the account service's tokens in a session. */
export const tokenPurpose = 'session-tokens';
export const encryptedTokenColumns = [{ table: 'session', column: 'refresh_token', purpose: tokenPurpose }];

/** Key purpose of an export's zip file. */
export const exportPurpose = 'data-export';
