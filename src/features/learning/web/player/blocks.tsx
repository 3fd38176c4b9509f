import { Lightbulb, Pin, TriangleAlert } from '#ui/icons/icons.ts';
import type { Block } from '#features/learning/shared/content.ts';
import { clsx } from 'clsx';
import { PageMessage } from './content-language.tsx';
import { Drawing } from './drawing.tsx';
import { VideoBlock } from './video-block.tsx';
import { Paragraphs, withPlaces, toPlainText, RichTextView } from './rich-text.tsx';
import { calloutClass } from '#ui/feedback/callout.tsx';

type BlockOf<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>;

type BlocksProps = { blocks: readonly Block[]; lesson: string; className?: string };

/** Each block carries its index, so the reading position can be restored. */
export function Blocks({ blocks, lesson, className }: BlocksProps) {
  return withPlaces(blocks).map(({ item, place }) => (
    <div key={place} className={className} data-block={place}>
      <BlockBody block={item} lesson={lesson} />
    </div>
  ));
}

function BlockBody({ block, lesson }: { block: Block; lesson: string }) {
  switch (block.kind) {
    case 'paragraph': {
      return <Paragraphs paragraphs={[block.text]} />;
    }
    case 'heading': {
      return (
        <h2 className="mt-8">
          <RichTextView text={block.text} />
        </h2>
      );
    }
    case 'list': {
      return <ListBlock block={block} />;
    }
    case 'table': {
      return <TableBlock block={block} />;
    }
    case 'figure': {
      return <FigureBlock block={block} />;
    }
    case 'video': {
      return <VideoBlock key={block.id} block={block} lesson={lesson} />;
    }
    case 'note': {
      return <NoteBlock block={block} />;
    }
  }
}

function ListBlock({ block }: { block: BlockOf<'list'> }) {
  const List = block.isOrdered ? 'ol' : 'ul';
  return (
    <List className={clsx('grid gap-2 ps-[1.4em]', block.isOrdered ? 'list-decimal marker:num' : 'list-disc')}>
      {withPlaces(block.items).map(({ item, place }) => (
        <li key={place}>
          <RichTextView text={item} />
        </li>
      ))}
    </List>
  );
}

const cell = 'min-w-24 px-4 py-3 text-start align-top';

/** Wide tables scroll horizontally, also by keyboard. */
function TableBlock({ block }: { block: BlockOf<'table'> }) {
  return (
    <section
      className="mt-5 overflow-x-auto rounded-box border border-line bg-surface text-sm"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={block.head.map(toPlainText).join(', ')}
    >
      <table className="num w-full border-collapse">
        <thead>
          <tr>
            {withPlaces(block.head).map(({ item, place }) => (
              <th key={place} scope="col" className={clsx(cell, 'font-strong text-ink-2')}>
                <RichTextView text={item} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {withPlaces(block.rows).map(({ item: row, place }) => (
            <tr key={place}>
              {withPlaces(row).map(({ item, place: column }) => (
                <td key={column} className={clsx(cell, 'border-t border-line')}>
                  <RichTextView text={item} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** In a lesson, drawings fill the width of a phone. */
function FigureBlock({ block }: { block: BlockOf<'figure'> }) {
  return (
    <figure>
      <Drawing
        picture={block.picture}
        className="mt-5 rounded-box max-lg:in-[article]:-mx-gutter max-lg:in-[article]:rounded-none lg:mt-6"
      />
      {block.caption.length > 0 && (
        <figcaption className="mt-2 text-sm text-ink-2">
          <Paragraphs paragraphs={block.caption} />
        </figcaption>
      )}
    </figure>
  );
}

const noteIcons = { remember: Pin, tip: Lightbulb, warning: TriangleAlert } as const;

function NoteBlock({ block }: { block: BlockOf<'note'> }) {
  const Icon = noteIcons[block.note];
  return (
    <aside className={clsx(calloutClass(block.note === 'warning' ? 'wait' : 'note'), 'my-5')}>
      <Icon size={20} aria-hidden="true" />
      <div className="min-w-0 flex-1 [&>p]:text-sm [&>p+p]:mt-2">
        <b>
          <PageMessage id={`learning.player.note.${block.note}`} />
        </b>
        <Paragraphs paragraphs={block.paragraphs} />
      </div>
    </aside>
  );
}
