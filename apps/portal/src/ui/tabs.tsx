import type { ReactNode } from 'react';
import * as Radix from '@radix-ui/react-tabs';
import css from './tabs.module.css';

interface Tab {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly active: string;
  readonly onChange: (id: string) => void;
}

export function Tabs({ label, tabs, active, onChange }: TabsProps) {
  return (
    <Radix.Root value={active} onValueChange={onChange}>
      <Radix.List className={css['list']} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.id} value={tab.id} className={css['tab']}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className={css['panel']}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
