import { PictureDeskScreen } from './picture-desk-screen.tsx';
import { photoKind } from './picture-kinds.ts';

export function PhotoDeskScreen() {
  return <PictureDeskScreen kind={photoKind} />;
}
