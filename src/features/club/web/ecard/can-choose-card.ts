import type { ClubPage } from '#features/club/shared/contract.ts';

/** Whether the free eCard of the year is there to be chosen now. */
export function canChooseCard({ ecard, choices }: ClubPage): boolean {
  return ecard?.isRedeemed === false && choices.some(({ refusal }) => refusal === null);
}
