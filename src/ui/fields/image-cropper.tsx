import './image-cropper.css';
import 'react-easy-crop/react-easy-crop.css';
import { ZoomIn } from '#ui/icons/icons.ts';
import { useId, useState } from 'react';
import Cropper from 'react-easy-crop';
import type { Area } from 'react-easy-crop';

export type ImageCropperProps = {
  src: string;
  /** Describes the crop area and its keyboard controls. */
  label: string;
  zoomLabel: string;
  /** The minimum side length of the crop in pixels of the image. */
  minSidePx: number;
  /** Receives the crop in pixels of the image. */
  onChange: (area: Area) => void;
  /** Called when the browser cannot decode the image. */
  onBroken: () => void;
};

const defaultMaxZoom = 4;
const keyboardStepPx = 10;

/** Crops an image to a square by dragging, pinching, mouse wheel or arrow keys. */
export function ImageCropper({ src, label, zoomLabel, minSidePx, onChange, onBroken }: ImageCropperProps) {
  const zoomId = useId();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [maxZoom, setMaxZoom] = useState(defaultMaxZoom);
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
            setMaxZoom(Math.max(1, Math.min(defaultMaxZoom, Math.min(naturalWidth, naturalHeight) / minSidePx)))
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
