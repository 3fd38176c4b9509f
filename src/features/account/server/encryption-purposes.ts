/** What the account service's tokens are sealed for, in a session. */
export const tokenPurpose = 'session-tokens';
export const encryptedTokenColumns = [{ table: 'session', column: 'refresh_token', purpose: tokenPurpose }];

/** What the zip of an export is sealed for, as the column of its key says. */
export const exportPurpose = 'data-export';
