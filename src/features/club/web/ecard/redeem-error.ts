import type { ClubPage } from '#features/club/shared/contract.ts';

export type RedeemableClub = Pick<ClubPage, 'status' | 'ecard' | 'choices'>;

/**
 * Returns the reason the free eCard is not available for this certification, or null. The server makes the final
 * decision.
 */
export function getRedeemError({ status, ecard, choices }: RedeemableClub, licenseID: number): string | null {
  if (ecard === null) return status === 'trial' ? 'club.trial' : 'club.not_member';
  if (ecard.isRedeemed) return 'club.already_redeemed';
  const choice = choices.find((one) => one.licenseID === licenseID);
  return choice === undefined ? 'club.not_eligible_level' : choice.refusal;
}
