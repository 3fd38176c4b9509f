import { useQuery } from '@tanstack/react-query';
import { loadSession } from '#features/account/web/session/session.ts';
import { AcceptInviteScreen } from '#features/family/web/accept-invite/accept-invite-screen.tsx';
import { fullName } from '#app/web/shell/full-name.ts';

/** A page for anybody that goes on for who is signed in: it says as whom. */
export function SignPage() {
  const { data, error } = useQuery({
    queryKey: ['family', 'visitor'],
    queryFn: async () => {
      const session = await loadSession();
      return session && { name: fullName(session.user), email: session.user.email };
    },
    staleTime: Infinity,
  });
  // Whoever cannot be asked for signs in, and is known then.
  return <AcceptInviteScreen visitor={error === null ? data : null} />;
}
