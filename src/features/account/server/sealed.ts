/** What the account service's tokens are sealed for, in a session. */
export const tokenPurpose = 'session-tokens';
export const sealedTokens = ['refresh_token', 'id_token'].map((column) => ({
  table: 'session',
  column,
  purpose: tokenPurpose,
}));

/** What the zip of an export is sealed for, as the column of its key says. */
export const exportPurpose = 'data-export';
