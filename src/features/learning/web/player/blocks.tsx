import './blocks.css';
import { Lightbulb, Pin, TriangleAlert } from 'lucide-react';
import type { Block } from '#features/learning/shared/content.ts';
import { classNames } from '#ui/styles/class-names.ts';
import { PageMessage } from './content-language.tsx';
import { Drawing } from './drawing.tsx';
import { VideoBlock } from './video-block.tsx';
import { Paragraphs, withPlaces, toPlainText, RichTextView } from './rich-text.tsx';

type BlockOf<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>;

/** Each block carries its index, so that the reading position can be restored. */
export function Blocks({ blocks, lesson }: { blocks: readonly Block[]; lesson: string }) {
  return withPlaces(blocks).map(({ item, place }) => (
    <div key={place} className="block" data-block={place}>
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
        <h2>
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
    <List>
      {withPlaces(block.items).map(({ item, place }) => (
        <li key={place}>
          <RichTextView text={item} />
        </li>
      ))}
    </List>
  );
}

/** Wide tables scroll horizontally, also by keyboard. */
function TableBlock({ block }: { block: BlockOf<'table'> }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="table-box" tabIndex={0} aria-label={block.head.map(toPlainText).join(', ')}>
      <table>
        <thead>
          <tr>
            {withPlaces(block.head).map(({ item, place }) => (
              <th key={place} scope="col">
                <RichTextView text={item} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {withPlaces(block.rows).map(({ item: row, place }) => (
            <tr key={place}>
              {withPlaces(row).map(({ item, place: column }) => (
                <td key={column}>
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

function FigureBlock({ block }: { block: BlockOf<'figure'> }) {
  return (
    <figure>
      <Drawing picture={block.picture} />
      {block.caption.length > 0 && (
        <figcaption>
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
    <aside className={classNames('callout', block.note === 'warning' && 'wait')}>
      <Icon size={20} aria-hidden="true" />
      <div className="grow">
        <b>
          <PageMessage id={`learning.player.note.${block.note}`} />
        </b>
        <Paragraphs paragraphs={block.paragraphs} />
      </div>
    </aside>
  );
}
