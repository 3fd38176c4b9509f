import { Eye, FileText, Image } from '#ui/icons/icons.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useObjectUrl } from '#platform/web/files/use-object-url.ts';
import { useIsWide } from '#platform/web/hooks/use-is-wide.ts';
import { mapQuery } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { FilePreview } from '#ui/display/file-preview.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { Application, Proof, ShownCard } from '#features/applications/shared/application.ts';
import { formatUtcDay, fieldName } from '#features/applications/shared/labels.ts';
import { applicationClient } from '#features/applications/web/client.ts';
import { CardText } from '#features/applications/web/detail-values.tsx';
import { isSameDocument, useReview, type SelectedDocument } from './review-context.ts';

/** The proofs of a requirement, matched by its kind or by the required proof. */
export function filterProofs(requirementId: string, proofs: readonly Proof[]): Proof[] {
  return proofs.filter(({ kind }) => kind === requirementId || `proof_${kind}` === requirementId);
}

export function ProofButton({ proof }: { proof: Proof }) {
  const intl = useIntl();
  const { id, name, dated, contentType } = proof;
  return (
    <DocumentButton
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
          <FormattedMessage id="applications.review.dated" values={{ date: formatUtcDay(intl, dated) }} />
        </>
      )}
    </DocumentButton>
  );
}

/** The card's text, with a picture for outside cards. */
export function PickedCardView({ card }: { card: ShownCard }) {
  const { place, outsideId, hasPicture } = card;
  return (
    <>
      <div className="text-sm text-ink-2">
        <CardText card={card} />
      </div>
      {outsideId !== null && hasPicture && (
        <DocumentButton copy={{ kind: 'card', place }} icon={<Image size={18} aria-hidden="true" />}>
          <FormattedMessage id="applications.review.card_picture" />
        </DocumentButton>
      )}
    </>
  );
}

/** Shows a document, in the side pane on wide screens and below the button otherwise. */
function DocumentButton({ copy, icon, children }: { copy: SelectedDocument; icon: ReactNode; children: ReactNode }) {
  const { chosen, choose } = useReview();
  const isWide = useIsWide();
  const isChosen = isSameDocument(chosen, copy);
  return (
    <>
      <Button
        kind="outlined"
        size="sm"
        className="max-w-full mt-2 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
        aria-pressed={isChosen}
        onClick={() => choose(isChosen ? null : copy)}
      >
        {icon}
        <span className="min-w-0 wrap-anywhere text-start">{children}</span>
        <Eye size={16} aria-hidden="true" />
      </Button>
      {isChosen && !isWide && <DocumentView copy={copy} />}
    </>
  );
}

/** The selected document, next to the requirements. */
export function DocumentPane() {
  const { chosen } = useReview();
  if (!useIsWide()) return null;
  return (
    <aside data-part="document" className="card p-4 xl:sticky xl:top-[calc(var(--header)+24px)]" aria-live="polite">
      {chosen === null ? (
        <p className="grid justify-items-center content-center gap-3 min-h-80 text-(length:--t-sm) text-ink-2 text-center">
          <FileText size={40} aria-hidden="true" />
          <FormattedMessage id="applications.review.choose_copy" />
        </p>
      ) : (
        <DocumentView key={JSON.stringify(chosen)} copy={chosen} />
      )}
    </aside>
  );
}

function DocumentView({ copy }: { copy: SelectedDocument }) {
  const intl = useIntl();
  const { application } = useReview();
  const query = useReviewDocument(application.id, copy);
  const url = useObjectUrl(query.data);
  const { title, caption } = getDocumentNames(application, copy, (field) => fieldName(intl, field));
  return (
    <QueryView
      query={mapQuery(query, ({ type }) =>
        url === undefined ? undefined : { url, isPdf: type === 'application/pdf' },
      )}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'applications.review.copy_loading' })}>
          <Skeleton height={320} />
        </SkeletonGroup>
      }
      isCard
      level={3}
    >
      {(file) => (
        <FilePreview
          {...file}
          title={intl.formatMessage({ id: 'applications.review.copy_of' }, { field: title })}
          caption={
            <>
              <b>{title}</b> <bdi>{caption}</bdi>
            </>
          }
          openLabel={<FormattedMessage id="applications.review.copy_open" />}
          closedText={<FormattedMessage id="applications.review.copy_pdf" />}
        />
      )}
    </QueryView>
  );
}

function getDocumentNames(
  { proofs, certificationCards, requirements }: Application,
  copy: SelectedDocument,
  formatField: (field: string) => string,
) {
  if (copy.kind === 'card') {
    const card = certificationCards.find(({ place }) => place === copy.place);
    return { title: formatField(`card_${copy.place}`), caption: card?.agency ?? '' };
  }
  const proof = proofs.find(({ id }) => id === copy.id);
  const field = requirements.find(({ id }) => proof !== undefined && filterProofs(id, [proof]).length > 0)?.id;
  return { title: field === undefined ? '' : formatField(field), caption: proof?.name ?? '' };
}

/** Every read is audited, so proofs, which never change, are cached. Card pictures can change and aren't. */
function useReviewDocument(id: number, copy: SelectedDocument) {
  return useQuery({
    queryKey: ['application-copy', id, copy],
    queryFn: async () =>
      (await (copy.kind === 'proof'
        ? applicationClient('GET Applications/{id}/proofs/{proofId}', { params: { id, proofId: copy.id } })
        : applicationClient('GET Applications/{id}/cards/{place}/picture', {
            params: { id, place: copy.place },
          }))) as Blob,
    staleTime: Infinity,
    ...(copy.kind === 'card' && { gcTime: 0 }),
  });
}
