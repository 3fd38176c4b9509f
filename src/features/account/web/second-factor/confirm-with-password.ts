import { refreshSession } from '#platform/web/session/session.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { factorClient } from '#features/account/web/client.ts';

/** Confirms the session with a password from a form; a wrong password is reported at the form's field. */
export async function confirmWithPassword(password: string): Promise<void> {
  try {
    await factorClient('POST confirm-identity', { body: { password } });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'identity.incorrect_password')
      throw new ApiError(
        error.status,
        [{ ...error.entries[0], code: error.code, message: '', path: 'oldPassword' }],
        0,
      );
    // A session from a link needs more than the password: the form's own request opens the dialog.
    if (error instanceof ApiError && error.code === 'request.invalid') return;
    throw error;
  }
  await refreshSession();
}
