import { useSearchParams } from 'react-router';
import { currentToken } from './session.ts';

/** Whose page it is: `?for=<affiliate id>` on the pages that a guardian opens for a child, else one's own. */
export function useActingFor(): { affiliateId: number; isOwn: boolean } {
  const [query] = useSearchParams();
  const own = currentToken()?.affiliateId ?? 0;
  const asked = Number(query.get('for') ?? own);
  const affiliateId = Number.isSafeInteger(asked) && asked > 0 ? asked : own;
  return { affiliateId, isOwn: affiliateId === own };
}
