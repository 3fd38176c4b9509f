import { CompletedDiveCard } from '#features/dsd/web/completed-dive-card.tsx';
import { useCompletedDive } from '#features/dsd/web/queries.ts';
import { useActingFor } from '#platform/web/session/acting-for.ts';
import { PromosScreen } from '#features/shop/web/promotions/promos-screen.tsx';

/** After the dive: the photo, the next course and, for those who can join it, the club. Guardians see the photo. */
export function PromosPage() {
  const { isOwn } = useActingFor();
  const { data: dive = null } = useCompletedDive();
  const head = <CompletedDiveCard dive={dive} />;
  return isOwn ? <PromosScreen head={head} by={dive?.by?.name ?? null} /> : head;
}
