import { fail } from '#platform/shared/errors.ts';

/**
 * Rejects a key that was used before with other content, or the client would mistake the earlier result for that of its
 * new request.
 */
export function assertSameRequest(isSame: boolean): void {
  if (!isSame) throw fail('request.key_reused', { path: 'key' });
}
