import type { ComponentType } from 'react';
import { BoatDrawing } from '#ui/drawings/boat-drawing.tsx';
import { BookDrawing } from '#ui/drawings/book-drawing.tsx';
import { BoxDrawing } from '#ui/drawings/box-drawing.tsx';
import { BuoyDrawing } from '#ui/drawings/buoy-drawing.tsx';
import { CameraDrawing } from '#ui/drawings/camera-drawing.tsx';
import { CardDrawing } from '#ui/drawings/card-drawing.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { DescentDrawing } from '#ui/drawings/descent-drawing.tsx';
import { DiverDrawing } from '#ui/drawings/diver-drawing.tsx';
import type { DrawingProps } from '#ui/drawings/drawing.tsx';
import { FishDrawing } from '#ui/drawings/fish-drawing.tsx';
import { LetterDrawing } from '#ui/drawings/letter-drawing.tsx';
import { LifeRingDrawing } from '#ui/drawings/life-ring-drawing.tsx';
import { MaskDrawing } from '#ui/drawings/mask-drawing.tsx';
import { SlateDrawing } from '#ui/drawings/slate-drawing.tsx';
import { TankDrawing } from '#ui/drawings/tank-drawing.tsx';
import { TorchDrawing } from '#ui/drawings/torch-drawing.tsx';
import { WreckDrawing } from '#ui/drawings/wreck-drawing.tsx';

const drawings: Readonly<Record<string, ComponentType<DrawingProps>>> = {
  boat: BoatDrawing,
  book: BookDrawing,
  box: BoxDrawing,
  buoy: BuoyDrawing,
  camera: CameraDrawing,
  card: CardDrawing,
  compass: CompassDrawing,
  descent: DescentDrawing,
  diver: DiverDrawing,
  fish: FishDrawing,
  letter: LetterDrawing,
  'life-ring': LifeRingDrawing,
  mask: MaskDrawing,
  slate: SlateDrawing,
  tank: TankDrawing,
  torch: TorchDrawing,
  wreck: WreckDrawing,
};

/** Draws a product by its catalogue drawing name; unknown names fall back to a compass. */
export function ProductDrawing({ name, ...props }: { name: string } & DrawingProps) {
  const Named = drawings[name] ?? CompassDrawing;
  return <Named {...props} />;
}
