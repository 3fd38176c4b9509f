import './image-cropper.css';
import 'react-easy-crop/react-easy-crop.css';
import { ZoomIn } from 'lucide-react';
import { useId, useState } from 'react';
import Cropper from 'react-easy-crop';
import type { Area } from 'react-easy-crop';

export type ImageCropperProps = {
  src: string;
  /** What it is and how a keyboard moves it. */
  label: string;
  zoomLabel: string;
  /** How small a part of the picture may be. */
  minSidePx: number;
  /** In pixels of the picture itself. */
  onChange: (area: Area) => void;
  /** The browser cannot show it: it is not the picture that it claims to be. */
  onBroken: () => void;
};

const usualMaxZoom = 4;
const keyboardStepPx = 10;

/** A square of a picture: dragged, pinched, turned with the wheel, or moved with the arrow keys. */
export function ImageCropper({ src, label, zoomLabel, minSidePx, onChange, onBroken }: ImageCropperProps) {
  const zoomId = useId();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [maxZoom, setMaxZoom] = useState(usualMaxZoom);
  return (
    <div>
      <div className="crop-area" dir="ltr">
        <Cropper
          image={src}
          crop={crop}
          zoom={zoom}
          maxZoom={maxZoom}
          aspect={1}
          objectFit="cover"
          showGrid={false}
          keyboardStep={keyboardStepPx}
          onMediaLoaded={({ naturalWidth, naturalHeight }) =>
            setMaxZoom(Math.max(1, Math.min(usualMaxZoom, Math.min(naturalWidth, naturalHeight) / minSidePx)))
          }
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => onChange(pixels)}
          cropperProps={{ role: 'group', 'aria-label': label }}
          mediaProps={{ alt: '', onError: onBroken }}
          disableAutomaticStylesInjection
        />
      </div>
      <div className="zoom">
        <label htmlFor={zoomId}>
          <ZoomIn size={20} aria-hidden="true" />
          {zoomLabel}
        </label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={maxZoom}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </div>
    </div>
  );
}
