import { currentToken } from '#platform/web/session/session.ts';
import { draftPath } from './queries.ts';

/** Where a form is filled in and signed; a child's says whose it is. */
export function fillFormPath(draftId: string, affiliateId: number): string {
  return affiliateId === currentToken()?.affiliateId ? draftPath(draftId) : `${draftPath(draftId)}&for=${affiliateId}`;
}
