import { drawPicture, type DemoPicture } from '#demo/logbook/draw-picture.ts';
import type { DemoStore } from '#demo/world/places.ts';

/** What guests see where the store dives. Two stores share a scene, so one shows its other edge, mirrored. */
const scenes: Readonly<Record<number, { picture: DemoPicture; edge: 'left' | 'right'; isMirrored?: boolean }>> = {
  20_001: { picture: 'kelp', edge: 'right' },
  20_002: { picture: 'sand', edge: 'left' },
  20_003: { picture: 'wall', edge: 'left' },
  20_004: { picture: 'fish', edge: 'left' },
  20_005: { picture: 'wall', edge: 'left', isMirrored: true },
  20_006: { picture: 'sand', edge: 'left', isMirrored: true },
};

const sizePx = 800;

export async function drawStorePhoto({ storeNumber }: Pick<DemoStore, 'storeNumber'>): Promise<Buffer> {
  const { picture, edge, isMirrored = false } = scenes[storeNumber] ?? { picture: 'fish', edge: 'left' };
  // sharp is imported here because only the first load of the demo needs it in this process.
  const { default: sharp } = await import('sharp');
  // sharp mirrors before it crops.
  return sharp(await drawPicture(picture))
    .resize({ width: sizePx, height: sizePx, fit: 'cover', position: edge })
    .flop(isMirrored)
    .jpeg({ quality: 88 })
    .toBuffer();
}
