import { Image } from '#ui/icons/icons.ts';
import { useRef, useState, type ChangeEvent } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { AriaLocaleProvider } from '#ui/accessibility/aria-locale-provider.tsx';
import { readQrCodeFromImage } from './read-qr-code.ts';
import { useCamera } from './use-camera.ts';

interface ScanDialogProps {
  onCode: (text: string) => void;
  onClose: () => void;
}

/** Reads the code of a phone or card by camera or from a picture. */
export function ScanDialog({ onCode, onClose }: ScanDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isWrong, setIsWrong] = useState(false);
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    if (file === undefined) return;
    const text = await readQrCodeFromImage(file).catch(() => null);
    // Allows choosing the same file again.
    if (input.current) input.current.value = '';
    setIsWrong(text === null);
    if (text !== null) onCode(text);
  };
  const actions = (
    <>
      <Button kind="quiet" onClick={onClose}>
        <FormattedMessage id="certifications.verify.scan.cancel" />
      </Button>
      <Button kind="outlined" onClick={() => input.current?.click()}>
        <Image size={20} aria-hidden="true" />
        <FormattedMessage id="certifications.verify.scan.picture" />
      </Button>
      <input ref={input} type="file" hidden accept="image/*" onChange={(event) => void take(event)} />
    </>
  );
  return (
    <AriaLocaleProvider>
      <Dialog
        isOpen
        onOpenChange={onClose}
        title={<FormattedMessage id="certifications.verify.scan.title" />}
        actions={actions}
      >
        <CameraView onCode={onCode} />
        <div className="not-empty:mt-3" aria-live="polite">
          {isWrong && (
            <Callout kind="alert">
              <FormattedMessage id="certifications.verify.scan.no_code" />
            </Callout>
          )}
        </div>
      </Dialog>
    </AriaLocaleProvider>
  );
}

function CameraView({ onCode }: Pick<ScanDialogProps, 'onCode'>) {
  const { video, state } = useCamera(onCode);
  const text = <FormattedMessage id={`certifications.verify.scan.${state}`} />;
  const isUsable = state === 'asking' || state === 'on';
  return (
    <div aria-live="polite">
      <video
        ref={video}
        className="w-full aspect-4/3 object-cover rounded-in bg-sunken mb-2"
        hidden={!isUsable}
        muted
        playsInline
        aria-hidden="true"
      />
      {isUsable ? <p className="text-sm text-ink-2">{text}</p> : <Callout>{text}</Callout>}
    </div>
  );
}
