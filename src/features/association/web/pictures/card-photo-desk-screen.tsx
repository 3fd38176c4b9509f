import { PictureDeskScreen } from './picture-desk-screen.tsx';
import { cardPhotoKind } from './picture-kinds.ts';

export function CardPhotoDeskScreen() {
  return <PictureDeskScreen kind={cardPhotoKind} />;
}
