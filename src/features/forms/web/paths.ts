import { currentToken } from '#platform/web/session/session.ts';
import { draftPath } from './queries.ts';

/** The page to fill in and sign a form; for a child's form it names the child. */
export function fillFormPath(draftId: string, affiliateId: number): string {
  return affiliateId === currentToken()?.affiliateId ? draftPath(draftId) : `${draftPath(draftId)}&for=${affiliateId}`;
}
