import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** Tags of messages, drawn. */
export function profileLink(chunks: ReactNode) {
  return <Link to="/profile">{chunks}</Link>;
}

export function cardPath({ licenseID, levelID }: { licenseID: number; levelID: number | null }): string {
  return `/certifications/ecard/${licenseID}/${levelID ?? ''}`;
}

export function linkTo(path: string) {
  return (chunks: ReactNode) => <Link to={path}>{chunks}</Link>;
}
