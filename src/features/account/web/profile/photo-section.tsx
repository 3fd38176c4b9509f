import { Camera, ImageUp, Trash2 } from '#ui/icons/icons.ts';
import { lazy, Suspense, useRef, useState, type ChangeEvent, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { getInitials } from '#platform/web/i18n/initials.ts';
import { useObjectUrl } from '#platform/web/files/use-object-url.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Chip, type ChipStatus } from '#ui/display/chip.tsx';
import { canManageAccount } from '#features/account/shared/policy.ts';
import type { PhotoState } from '#features/account/shared/profile-contract.ts';
import { isCompany, photoTypes } from '#features/account/shared/rules.ts';
import { findPhotoProblem } from './photo-upload.ts';
import { PhotoRemoveDialog } from './photo-remove-dialog.tsx';
import { ProfileSection } from './profile-section.tsx';
import type { FullProfile } from './profile-values.ts';
import { usePhoto } from './profile-queries.ts';

// Loaded on demand, because most visits don't choose a photo.
const PhotoCropDialog = lazy(async () => ({ default: (await import('./photo-crop-dialog.tsx')).PhotoCropDialog }));

export function PhotoSection({ profile: { affiliateId, profile, fullName } }: { profile: FullProfile }) {
  const { photo } = profile;
  const [problem, setProblem] = useState<MessageId | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [isRemoving, setIsRemoving] = useState(false);
  const choose = (chosen: File) => {
    const found = findPhotoProblem(chosen);
    setProblem(found);
    if (found === null) setFile(chosen);
  };
  return (
    <ProfileSection title="account.photo.title">
      <div className="flex flex-wrap gap-5">
        <PhotoFrame affiliateId={affiliateId} photo={photo} name={fullName} />
        <div className="grid min-w-0 flex-[1_1_220px] justify-items-start gap-3">
          {photo && <PhotoStatus photo={photo} />}
          <p className="text-sm text-ink-2">
            <FormattedMessage
              id={isCompany(profile.affiliateTypeId) ? 'account.photo.text_company' : 'account.photo.text'}
            />
          </p>
          <div className="flex flex-wrap gap-2">
            {canManageAccount(profile.relation) && (
              <>
                <FileButton onChoose={choose}>
                  <ImageUp size={18} aria-hidden="true" />
                  <FormattedMessage id="account.photo.choose" />
                </FileButton>
                <FileButton onChoose={choose} isCamera>
                  <Camera size={18} aria-hidden="true" />
                  <FormattedMessage id="account.photo.take" />
                </FileButton>
              </>
            )}
            {photo && (
              <Button kind="quiet" onClick={() => setIsRemoving(true)}>
                <Trash2 size={18} aria-hidden="true" />
                <FormattedMessage id="account.photo.remove" />
              </Button>
            )}
          </div>
        </div>
      </div>
      <div role="alert" className="empty:hidden">
        {problem !== null && (
          <Callout kind="alert">
            <FormattedMessage id={problem} />
          </Callout>
        )}
      </div>
      {file !== null && (
        <Suspense>
          <PhotoCropDialog
            affiliateId={affiliateId}
            file={file}
            onClose={(found) => {
              setFile(null);
              setProblem(found);
            }}
          />
        </Suspense>
      )}
      <PhotoRemoveDialog affiliateId={affiliateId} isOpen={isRemoving} onClose={() => setIsRemoving(false)} />
    </ProfileSection>
  );
}

function PhotoFrame({ affiliateId, photo, name }: { affiliateId: number; photo: PhotoState | null; name: string }) {
  const intl = useIntl();
  const { data } = usePhoto(affiliateId, photo?.id ?? null);
  const src = useObjectUrl(data);
  return (
    <span
      data-part="photo"
      className="grid size-32 flex-none place-items-center overflow-hidden rounded-box bg-accent-soft text-(length:--t-xl) font-title text-accent-text"
    >
      {src ? (
        <img
          className="size-full object-cover"
          src={src}
          alt={intl.formatMessage({ id: 'account.photo.alt' }, { name })}
        />
      ) : (
        <span aria-hidden="true">{photo === null && getInitials(name)}</span>
      )}
    </span>
  );
}

const chipStatuses: Readonly<Record<PhotoState['status'], ChipStatus>> = {
  pending: 'pending',
  approved: 'verified',
  rejected: 'returned',
};

function PhotoStatus({ photo: { status, reason } }: { photo: PhotoState }) {
  return (
    <div aria-live="polite">
      <Chip status={chipStatuses[status]}>
        <FormattedMessage id={`account.photo.${status}`} />
      </Chip>
      {status === 'rejected' && reason !== null && (
        <p className="mt-2 text-sm text-coral">
          <bdi>{reason}</bdi>
        </p>
      )}
    </div>
  );
}

interface FileButtonProps {
  onChoose: (file: File) => void;
  /** Opens the front camera; shown only on touch devices. */
  isCamera?: boolean;
  children: ReactNode;
}

function FileButton({ onChoose, isCamera = false, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // Allows choosing the same file again after an error.
    event.target.value = '';
    if (file) onChoose(file);
  };
  return (
    <span className={isCamera ? 'not-pointer-coarse:hidden' : ''}>
      <Button kind="outlined" onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={photoTypes.join(',')}
        {...(isCamera && { capture: 'user' })}
        onChange={handleChange}
      />
    </span>
  );
}
