import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs';
import { AriaLocaleProvider } from '#ui/accessibility/aria-locale-provider.tsx';
import { clsx } from 'clsx';
import { TabCount, tabStrip, tabStripMargin } from './link-tabs.tsx';

export type TabsProps = {
  label: string;
  items: readonly { id: string; label: ReactNode; count?: ReactNode; content: ReactNode }[];
  selected?: string;
  onSelect?: (id: string) => void;
  /** For a drawer, whose content scrolls below the tabs. */
  isInset?: boolean;
};

/** Tabs within a page or a drawer. Use LinkTabs for tabs with URLs. */
export function Tabs({ label, items, selected, onSelect, isInset = false }: TabsProps) {
  return (
    <AriaLocaleProvider>
      <AriaTabs
        {...(selected !== undefined && { selectedKey: selected })}
        {...(onSelect && { onSelectionChange: (key) => onSelect(String(key)) })}
      >
        <TabList
          aria-label={label}
          data-inset={isInset ? '' : undefined}
          data-part="tabs"
          className={clsx(tabStrip, isInset ? 'sticky top-0 z-2 bg-raised px-5' : tabStripMargin)}
        >
          {items.map((item) => (
            <Tab key={item.id} id={item.id} className="">
              {item.label}
              {item.count !== undefined && <TabCount>{item.count}</TabCount>}
            </Tab>
          ))}
        </TabList>
        {items.map((item) => (
          <TabPanel key={item.id} id={item.id} className="">
            {item.content}
          </TabPanel>
        ))}
      </AriaTabs>
    </AriaLocaleProvider>
  );
}
