import { useQuery } from '@tanstack/react-query';
import { loadSession } from '#features/account/web/session/session.ts';
import { AcceptInviteScreen } from '#features/family/web/accept-invite/accept-invite-screen.tsx';
import { fullName } from '#app/web/shell/full-name.ts';
import { renderBirthdateForm } from './render-birthdate-form.tsx';

/** A public page that shows the signed-in person, if any. */
export function SignPage() {
  const { data, error } = useQuery({
    queryKey: ['family', 'visitor'],
    queryFn: async () => {
      const session = await loadSession();
      if (session === null) return null;
      const { affiliate_id: affiliateId, email } = session.user;
      return { affiliateId, name: fullName(session.user), email };
    },
    staleTime: Infinity,
  });
  // If the session cannot be loaded, the visitor is asked to sign in.
  return <AcceptInviteScreen visitor={error === null ? data : null} birthdateForm={renderBirthdateForm} />;
}
