import type { ClubPage } from '#features/club/shared/contract.ts';

export function canChooseCard({ ecard, choices }: ClubPage): boolean {
  return ecard?.isRedeemed === false && choices.some(({ refusal }) => refusal === null);
}
