import { useId, type ReactNode, type Ref } from 'react';

interface SettingsSectionProps {
  title: ReactNode;
  /** Takes the focus when the focused element was removed from the section. */
  titleRef?: Ref<HTMLHeadingElement>;
  /** A description of the section. */
  text?: ReactNode;
  /** A note beside the title, such as "Saved". */
  note?: ReactNode;
  children: ReactNode;
}

/** A section of the account: its description, and a card beside or below with the actions. */
export function SettingsSection({ title, titleRef, text, note, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 border-line not-first:border-t not-first:pt-8 xl:grid-cols-[300px_minmax(0,1fr)] xl:gap-12"
    >
      <div>
        <div className="flex items-center justify-between gap-4">
          <h2 id={id} ref={titleRef} tabIndex={titleRef ? -1 : undefined}>
            {title}
          </h2>
          {note}
        </div>
        {text && <div className="mt-2 max-w-[60ch] text-sm text-ink-2">{text}</div>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
