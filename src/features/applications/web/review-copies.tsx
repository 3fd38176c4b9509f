import { Eye, FileText, Image } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useObjectUrl } from '../../../platform/web/object-url.ts';
import { useIsWide } from '../../../platform/web/wide.ts';
import { Button } from '../../../ui/button.tsx';
import { FileView } from '../../../ui/file-view.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import type { Application, Proof, ShownCard } from '../shared/application.ts';
import { dayText, fieldName } from '../shared/words.ts';
import { applications } from './client.ts';
import { CardText } from './filled-values.tsx';
import { LoadFailure } from './load-failure.tsx';
import { isSameCopy, useReview, type ChosenCopy } from './review-context.ts';

/** The copies that belong to a requirement: those of its kind, or of the proof that it asks for. */
export function proofsOf(requirementId: string, proofs: readonly Proof[]): Proof[] {
  return proofs.filter(({ kind }) => kind === requirementId || `proof_${kind}` === requirementId);
}

export function ProofButton({ proof }: { proof: Proof }) {
  const intl = useIntl();
  const { id, name, dated, contentType } = proof;
  return (
    <CopyButton
      copy={{ kind: 'proof', id }}
      icon={
        contentType === 'application/pdf' ? (
          <FileText size={18} aria-hidden="true" />
        ) : (
          <Image size={18} aria-hidden="true" />
        )
      }
    >
      <bdi>{name}</bdi>
      {dated !== null && (
        <>
          {' · '}
          <FormattedMessage id="applications.review.dated" values={{ date: dayText(intl, dated) }} />
        </>
      )}
    </CopyButton>
  );
}

/** What the card says, and its picture where it is from elsewhere. */
export function PickedCard({ card }: { card: ShownCard }) {
  const { place, outsideId, hasPicture } = card;
  return (
    <>
      <CardText card={card} />
      {outsideId !== null && hasPicture && (
        <CopyButton copy={{ kind: 'card', place }} icon={<Image size={18} aria-hidden="true" />}>
          <FormattedMessage id="applications.review.card_picture" />
        </CopyButton>
      )}
    </>
  );
}

/** Shows a copy: beside the requirements where there is room, else right below. */
function CopyButton({ copy, icon, children }: { copy: ChosenCopy; icon: ReactNode; children: ReactNode }) {
  const { chosen, choose } = useReview();
  const isWide = useIsWide();
  const isChosen = isSameCopy(chosen, copy);
  return (
    <>
      <Button
        kind="outlined"
        size="fine"
        className="copy-button"
        aria-pressed={isChosen}
        onClick={() => choose(isChosen ? null : copy)}
      >
        {icon}
        <span>{children}</span>
        <Eye size={16} aria-hidden="true" />
      </Button>
      {isChosen && !isWide && <CopyView copy={copy} />}
    </>
  );
}

/** The chosen copy, where it stands beside the requirements. */
export function CopyPane() {
  const { chosen } = useReview();
  if (!useIsWide()) return null;
  return (
    <aside className="card copy-pane" aria-live="polite">
      {chosen === null ? (
        <p className="copy-none">
          <FileText size={40} aria-hidden="true" />
          <FormattedMessage id="applications.review.choose_copy" />
        </p>
      ) : (
        <CopyView key={JSON.stringify(chosen)} copy={chosen} />
      )}
    </aside>
  );
}

function CopyView({ copy }: { copy: ChosenCopy }) {
  const intl = useIntl();
  const { application } = useReview();
  const query = useCopy(application.id, copy);
  const url = useObjectUrl(query.data);
  if (query.data === undefined || url === undefined)
    return query.isError ? (
      <LoadFailure query={query} level={3} />
    ) : (
      <SkeletonGroup label={intl.formatMessage({ id: 'applications.review.copy_loading' })}>
        <Skeleton height={320} />
      </SkeletonGroup>
    );
  const { title, caption } = namesOf(application, copy, (field) => fieldName(intl, field));
  return (
    <FileView
      url={url}
      isPdf={query.data.type === 'application/pdf'}
      title={intl.formatMessage({ id: 'applications.review.copy_of' }, { field: title })}
      caption={
        <>
          <b>{title}</b> <bdi>{caption}</bdi>
        </>
      }
      openLabel={<FormattedMessage id="applications.review.copy_open" />}
      closedText={<FormattedMessage id="applications.review.copy_pdf" />}
    />
  );
}

function namesOf(
  { proofs, certificationCards, requirements }: Application,
  copy: ChosenCopy,
  say: (field: string) => string,
) {
  if (copy.kind === 'card') {
    const card = certificationCards.find(({ place }) => place === copy.place);
    return { title: say(`card_${copy.place}`), caption: card?.agency ?? '' };
  }
  const proof = proofs.find(({ id }) => id === copy.id);
  const field = requirements.find(({ id }) => proof !== undefined && proofsOf(id, [proof]).length > 0)?.id;
  return { title: field === undefined ? '' : say(field), caption: proof?.name ?? '' };
}

/** Each reading is written down, so a copy, which never changes, is asked for once. A card may get another picture. */
function useCopy(id: number, copy: ChosenCopy) {
  return useQuery({
    queryKey: ['application-copy', id, copy],
    queryFn: async () =>
      (await (copy.kind === 'proof'
        ? applications('GET Applications/{id}/proofs/{proofId}', { params: { id, proofId: copy.id } })
        : applications('GET Applications/{id}/cards/{place}/picture', { params: { id, place: copy.place } }))) as Blob,
    staleTime: Infinity,
    ...(copy.kind === 'card' && { gcTime: 0 }),
  });
}
