import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { PersonFile } from '#features/association/shared/contract.ts';
import { eCardClient } from '#features/association/web/client.ts';
import { EquivalentLevel } from '#features/association/web/equivalent-level.tsx';
import { refreshPerson } from '#features/association/web/search/queries.ts';

interface OutsideCardProps {
  affiliateId: number;
  card: PersonFile['outsideCards'][number];
}

/** An approved card of another agency, with its equivalent level. */
export function OutsideCard({ affiliateId, card }: OutsideCardProps) {
  const intl = useIntl();
  const { id, agency, level, uploadedAt } = card;
  const change = useMutation({
    mutationFn: (equivalentLevelID: number | null) =>
      eCardClient('POST outside/{affiliateId}/{id}/decision', {
        params: { affiliateId, id },
        body: { uploadedAt, status: 'approved', equivalentLevelID },
      }),
    onSuccess: () => showToast({ text: intl.formatMessage({ id: 'association.card_photos.counts_as_saved' }) }),
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
    onSettled: () => refreshPerson(affiliateId),
  });
  return (
    <li className="[&>[data-part=field]]:my-2 [&>[data-part=field]]:flex-[1_1_100%]">
      <span>
        <bdi>{level}</bdi> · <bdi>{agency}</bdi>
      </span>
      <EquivalentLevel
        value={change.isPending ? change.variables : card.equivalentLevelID}
        onChange={(levelID) => change.mutate(levelID)}
        isDisabled={change.isPending}
      />
    </li>
  );
}
