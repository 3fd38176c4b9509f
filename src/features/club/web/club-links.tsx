import type { ReactNode } from 'react';
import { Link } from 'react-router';

export function renderProfileLink(chunks: ReactNode) {
  return <Link to="/profile">{chunks}</Link>;
}

export function getCardPath({ licenseID, levelID }: { licenseID: number; levelID: number | null }): string {
  return `/certifications/ecard/${licenseID}/${levelID ?? ''}`;
}

export function renderLinkTo(path: string) {
  return (chunks: ReactNode) => <Link to={path}>{chunks}</Link>;
}
