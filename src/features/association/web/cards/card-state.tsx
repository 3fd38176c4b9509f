import { FormattedMessage } from 'react-intl';
import type { FoundCard } from '#features/association/shared/contract.ts';
import { Chip } from '#ui/display/chip.tsx';

export function CardState({ card: { isRevoked } }: { card: FoundCard }) {
  return isRevoked ? (
    <Chip status="returned" hasIcon={false}>
      <FormattedMessage id="association.card.revoked" />
    </Chip>
  ) : (
    <Chip status="verified">
      <FormattedMessage id="association.card.valid" />
    </Chip>
  );
}
