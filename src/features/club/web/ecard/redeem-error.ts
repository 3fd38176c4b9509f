import type { ClubPage } from '#features/club/shared/contract.ts';

export type RedeemableClub = Pick<ClubPage, 'status' | 'ecard' | 'choices'>;

/** Why the club's free eCard cannot be for this certification now; null when it can. The server decides. */
export function getRedeemError({ status, ecard, choices }: RedeemableClub, licenseID: number): string | null {
  if (ecard === null) return status === 'trial' ? 'club.trial' : 'club.not_member';
  if (ecard.isRedeemed) return 'club.already_redeemed';
  const choice = choices.find((one) => one.licenseID === licenseID);
  return choice === undefined ? 'club.not_eligible_level' : choice.refusal;
}
