import { useRef, useState, type ChangeEvent, type DragEvent, type ReactNode } from 'react';
import { photoTypes } from './photo-file.ts';

interface PhotoPickerProps {
  onChoose: (files: File[]) => void;
  /** Opens the camera of a phone. */
  isCamera?: boolean;
  className?: string;
  children: ReactNode;
}

/** A button that opens the system's file picker. */
export function PhotoPicker({ onChoose, isCamera = false, className, children }: PhotoPickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // Allows choosing the same file again after an error.
    event.target.value = '';
    if (files.length > 0) onChoose(files);
  };
  return (
    <>
      <button type="button" className={className} onClick={() => input.current?.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={photoTypes.join(',')}
        {...(isCamera ? { capture: 'environment' } : { multiple: true })}
        onChange={take}
      />
    </>
  );
}

/** Accepts files dropped anywhere on an element and ignores other drags. */
export function usePhotoDrop(onDrop: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false);
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  const isInside = ({ currentTarget, relatedTarget }: DragEvent) =>
    relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
  return {
    isOver,
    dropHandlers: {
      onDragEnter: (event: DragEvent) => setIsOver(hasFiles(event)),
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      },
      onDragLeave: (event: DragEvent) => {
        if (!isInside(event)) setIsOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        onDrop([...event.dataTransfer.files]);
      },
    },
  };
}
