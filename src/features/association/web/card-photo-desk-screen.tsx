import { PictureDeskScreen } from './picture-desk-screen.tsx';
import { cardKind } from './picture-kinds.ts';

export function CardPhotoDeskScreen() {
  return <PictureDeskScreen kind={cardKind} />;
}
