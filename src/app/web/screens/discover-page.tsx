import { useQuery } from '@tanstack/react-query';
import { loadSession } from '#features/account/web/session/session.ts';
import { DiscoverScreen } from '#features/dsd/web/discover/discover-screen.tsx';

/** A public page: a signed-in person continues directly, everyone else signs up first. */
export function DiscoverPage() {
  const { data: isSignedIn = false } = useQuery({
    queryKey: ['dsd', 'is-signed-in'],
    queryFn: async () => (await loadSession()) !== null,
    staleTime: Infinity,
  });
  return <DiscoverScreen isSignedIn={isSignedIn} />;
}
