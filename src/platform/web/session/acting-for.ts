import { useSearchParams } from 'react-router';
import { currentToken } from './session.ts';

/** The affiliate whose page is shown: the child in `?for=<affiliate id>`, else the signed-in person. */
export function useActingFor(): { affiliateId: number; isOwn: boolean } {
  const [query] = useSearchParams();
  const own = currentToken()?.affiliateId ?? 0;
  const requested = Number(query.get('for') ?? own);
  const affiliateId = Number.isSafeInteger(requested) && requested > 0 ? requested : own;
  return { affiliateId, isOwn: affiliateId === own };
}
