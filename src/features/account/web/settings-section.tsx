import { useId, type ReactNode, type Ref } from 'react';

interface SettingsSectionProps {
  title: ReactNode;
  /** Takes the focus when what had it is gone from the section. */
  titleRef?: Ref<HTMLHeadingElement>;
  /** What it is, and what it does. */
  text?: ReactNode;
  /** Beside the title, such as that it is saved. */
  note?: ReactNode;
  children: ReactNode;
}

/** One matter of the account: what it is at the start, what can be done about it on a card beside or below. */
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
