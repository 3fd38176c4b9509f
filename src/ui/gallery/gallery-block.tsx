import type { ReactNode } from 'react';

export function GalleryBlock({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="blk">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
