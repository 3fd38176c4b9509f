import type { Draft, Signer } from '#features/forms/shared/contract.ts';

/** The child has signed and waits for a guardian, so asking one is the page's main action. */
export function isGuardianAsked({ isOwn, signers }: Pick<Draft, 'isOwn' | 'signers'>): boolean {
  const isSigned = (role: Signer['role']) =>
    signers.some((signer) => signer.role === role && signer.signedDate !== null);
  return isOwn && signers.some(({ role }) => role === 'guardian') && isSigned('diver') && !isSigned('guardian');
}
